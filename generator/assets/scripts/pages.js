/* Pages made from the offline bundles, for addresses that this device has never visited: the templates of the built pages, filled
 * with the values that players need at the table: the rule, its names, its state and source, the rules around it, lists. The bundle
 * supplies the wording of fields. `library` is {bundle(system) → Bundle or null, concepts() → {concepts, list}} (both promises).
 * Pure: values in, HTML out. */

import { escaped, placed, plainText } from './bundle.js';
import { inWords } from './news.js';
import { bodyHtml } from './rule.js';
import { Html } from './template.js';
import { concept as conceptPage, entry as entryPage, listing as listingPage, term as termPage } from './templates.js';
import { citation, germanDate, partHeading, shownNumber } from './wording.js';

/** The page at a path below the root ("t9a/angst/"): {title, system, id, html, mayReport}; {moved: path} if it has moved; null if there
    is none. `place` is {root: '/regeln/', stamp: 'Fassung vom …'}. */
export async function pageAt(path, library, place) {
  const id = path.replace(/\/+$/, '');
  const [first, ...rest] = id.split('/');
  const copy = copyNote(place);
  const made = (page, mark = '') => page && { ...page, html: placed((mark && `<p class="n-privat">${escaped(mark)}</p>\n`) + page.html, place) };
  if (first === 'begriffe') return made(await concepts(rest.join('/'), library, copy));
  const bundle = first ? await library.bundle(first) : null;
  if (!bundle) return null;
  const [now, section] = bundle.current(id).split('#');
  if (bundle.current(id) !== id) return { moved: section ? `${now}/#${section}` : `${now}/` };
  const [listed, record] = [bundle.lists.get(id), bundle.find(id)];
  const page = listed ? await listing(listed, library, copy, bundle.json) : record && await rule(record, bundle, library, copy);
  const mark = bundle.json.private;
  return page ? { ...made(page, mark), system: first, mayReport: page.id && !mark } : null;
}

/** A page's title for its window: `front_matter` in page_file.py. */
const ofSystem = (title, { short }) => `${title} (${short})`;

/** The page of an entry or a term. */
async function rule(record, bundle, library, copy) {
  const { system, json: { words } } = bundle;
  const { id, isTerm, parent, title, names = [] } = record;
  const part = bundle.part(record);
  const status = record.state ?? words.status[record.status] ?? record.status;
  const above = isTerm ? [link('Glossar', `${system.id}/glossar`)] : part ? [link(partHeading(part), `${system.id}/teil/${part.id}`)] : [];
  const mentions = await lines(library, record.backlinks, (other) => ({ note: bundle.find(other)?.isTerm ? 'Begriff' : '' }));
  const open = mentions.length > words.open + 1 ? words.open : mentions.length; // do not fold a single line
  const shared = {
    copy, names, status, system,
    path: [link(system.name, system.id), ...above],
    outdated: record.outdated,
    stand: `/${system.id}/stand/#eintrag-${id.slice(system.id.length + 1).replace('/', '-')}`,
    concepts: await lines(library, (record.concepts ?? []).map((concept) => `begriffe/${concept}`)),
    backlinks: { first: mentions.slice(0, open), rest: mentions.slice(open).map((found) => ({ ...found, short: '' })) },
    source_en: record.title_en_source,
    rights: words.rights,
  };
  if (isTerm) {
    const badges = record.mentioned ? [link('nicht im Auszug', `${system.id}/auszug`)] : [];
    const [definition, note] = [new Html(record.short_html), new Html(record.html)];
    return { title: ofSystem(title, system), id, html: termPage({ ...shared, term: { avoid: [], ...record }, definition, note, badges, citation: `${system.name}, Glossar` }) };
  }
  const cited = citation(record, part);
  const children = bundle.children(id).map((child) => child.id);
  const values = {
    entry: record,
    citation: cited,
    short: new Html(record.short_html),
    card: new Html(bodyHtml(record, 1)),
    badges: [],
    children: await lines(library, children),
    parent: parent && (await lines(library, [parent]))[0],
    see: await lines(library, record.see?.filter((other) => other !== parent && !children.includes(other))),
    places: record.places ?? [],
    source: { book: system.source || system.name, place: cited, edition: words.editions[record.edition || ''], date: words.date, status, rights: words.rights },
  };
  return { title: ofSystem(title, system), id, html: entryPage({ ...shared, ...values }) };
}

/** A list of a system (a part, A–Z, a kind, a phase, a page of the book, the glossary); without a system the list of all concepts. */
async function listing({ path, title, title_en, intro, brief, groups, jump, class: style = '' }, library, copy, { system, words } = {}, more = () => ({})) {
  const [, sort, part] = path.split('/');
  const shown = await Promise.all(groups.map(async ([name, targets]) => {
    const rows = new Map(targets.map((target) => [target].flat()).map(([id, note = '', indent = 0]) => [id, { note, indent, ...(brief && { short: '' }) }]));
    const side = words?.sides[name];
    return [name, await lines(library, [...rows.keys()], (id) => ({ ...rows.get(id), ...more(id) })), side && `n-zug-${side}`];
  }));
  const html = listingPage({
    copy, title, title_en, intro, jump, class: style,
    path: system ? [link(system.name, system.id)] : [],
    printing: sort === 'teil' && `/spickzettel/#teil=${system.id}/${part}`,
    sides: shown.some(([, , side]) => side),
    groups: shown,
  });
  return { title: system ? ofSystem(title, system) : title, html };
}

/** What is new since the version before, as worker-news.js keeps it: {title, html}. */
export async function newsPage(kept, library, place) {
  const { news = [], since } = kept ?? {};
  const ids = [...new Set(news.map(({ system }) => system))];
  const systems = (await Promise.all(ids.map((id) => library.bundle(id)))).map(({ system }) => system);
  systems.sort((one, other) => one.name.localeCompare(other.name, 'de'));
  const notes = new Map(news.map(({ id, note }) => [id, note]));
  const listed = { path: '', title: 'Was sich geändert hat', intro: newsIntro(news, since, systems), groups: systems.map(({ id, name }) => [name, newsIn(id, news)]) };
  const page = await listing(listed, library, copyNote(place), {}, (id) => notes.get(id) && { short: new Html(notes.get(id)) });
  return { ...page, html: placed(page.html, place) };
}

function newsIntro(news, since, systems) {
  const from = since ? `Seit der Fassung vom ${germanDate(since)}` : 'Seit deinem letzten Besuch';
  if (!news.length) return `${from} hat sich keine Regel geändert.`;
  const gone = systems.flatMap(({ id, short }) => news.filter(({ system, now }) => system === id && !now).map(({ title }) => `${title} (${short})`));
  return `${from}: ${inWords(news)}.${gone.length ? ` Entfallen: ${gone.join(', ')}.` : ''}`;
}

/** A system's rows, changed ones before new ones. */
const newsIn = (id, news) => news.filter(({ system, now }) => system === id && now).map((one) => [one.id, one.was ? '' : 'neu']).sort(([, one], [, other]) => one.length - other.length);

/** The list of concepts, or one concept; null for an unknown page. */
async function concepts(name, library, copy) {
  const { concepts: all, list: whole } = await library.concepts();
  const concept = all.find(({ id }) => id === name);
  if (!concept) return name || !all.length ? null : listing(whole, library, copy);
  const ids = new Set([...Object.keys(concept.entries), ...Object.keys(concept.notes)]);
  const bundles = (await Promise.all(Array.from(ids, (system) => library.bundle(system)))).filter(Boolean);
  bundles.sort((one, other) => one.system.name.localeCompare(other.system.name, 'de'));
  const systems = await Promise.all(bundles.map(async ({ system }) => {
    const note = concept.notes[system.id];
    const lacks = system.excerpt?.length ? 'Steht nicht im Auszug.' : 'Kennt das nicht als eigene Regel.';
    return { system, href: `/${system.id}/`, note, lacks, items: await lines(library, concept.entries[system.id], () => note && { short: '' }) };
  }));
  return { title: concept.title, html: conceptPage({ copy, concept, systems }) };
}

const copyNote = ({ stamp }) => ['Offline-Kopie', stamp].filter(Boolean).join(', ');

const link = (label, path) => ({ label, href: `/${path}/` });

/** The lines of a list for ids, without unknown ones. `more(id)` gives further values of each: {note, indent, short}. */
async function lines(library, ids = [], more = () => ({})) {
  const found = await Promise.all(ids.map((id) => line(library, id)));
  return found.map((one, at) => one && { ...one, ...more(ids[at]) }).filter(Boolean);
}

/** The values of an entry, term or concept in a list; null for an unknown id. */
async function line(library, id) {
  const [system, ...rest] = id.split('/');
  if (system === 'begriffe') {
    const found = (await library.concepts()).concepts.find((one) => one.id === rest.join('/'));
    return found ? { href: `/${id}/`, title: found.title, original: found.title_en, short: found.description } : null;
  }
  const bundle = await library.bundle(system);
  const record = bundle?.find(id);
  if (!record) return null;
  const shown = { href: `/${record.id}/`, title: record.title, original: record.title_en };
  const [title, original, short] = bundle.json.aliases[id] ?? []; // an entry's term has its own words
  return title ? { ...shown, title, original, short } : { ...shown, number: shownNumber(record), short: new Html(plainText(record.short_html)) };
}
