/* Pages made from the offline bundles, for addresses that this device has never visited. Pure: values in, HTML out.

   They have what players need at the table, in the order and with the classes of the generator's pages: the rule, its names, its state
   and source, the rules around it, lists. The bundle supplies the wording of fields. `library` is {bundle(system) → Bundle or null,
   concepts() → {concepts, list}} (both promises), `place` is {root: '/regeln/', stamp: 'Fassung vom …'}; links begin with "/" till the end. */

import { escaped, placed } from './bundle.js';
import { also, belowTitle, english, facts, folded, head, heading, joined, lines, link, list, section, way } from './page-parts.js';
import { bodyHtml, originalHtml } from './rule.js';
import { citation } from './wording.js';

/** The page at a path below the root ("t9a/angst/"): {title, system, id, html, mayReport}; {moved: path} if it has moved; null if there
    is none. */
export async function pageAt(path, library, place) {
  const id = path.replace(/\/+$/, '');
  const [first, ...rest] = id.split('/');
  const made = (page, mark = '') => page && { ...page, html: placed(joined(mark && `<p class="n-privat">${escaped(mark)}</p>`, page.html), place) };
  if (first === 'begriffe') return made(await concepts(rest.join('/'), library, place.stamp));
  const bundle = first ? await library.bundle(first) : null;
  if (!bundle) return null;
  if (bundle.current(id) !== id) return { moved: addressOf(bundle.current(id)) };
  const [listed, record] = [bundle.lists.get(id), bundle.find(id)];
  const page = listed ? await listing(listed, library, place.stamp, bundle.json) : record && await rule(record, bundle, library, place.stamp);
  const mark = bundle.json.private;
  return page ? { ...made(page, mark), system: first, mayReport: page.id && !mark } : null;
}

/** An id's address below the root: "t9a/liste#angst" → "t9a/liste/#angst". */
function addressOf(id) {
  const [page, section] = id.split('#');
  return section ? `${page}/#${section}` : `${page}/`;
}

/** The page of an entry or a term. */
async function rule(record, bundle, library, stamp) {
  const { system, json: { words } } = bundle;
  const { id, isTerm, parent, short_html: short } = record;
  const part = bundle.part(record);
  const cited = isTerm ? `${system.name}, Glossar` : citation(record, part);
  const children = bundle.children(id).map((child) => child.id);
  const see = (record.see || []).filter((other) => other !== parent && !children.includes(other));
  const listed = async (ids) => list(await lines(library, ids));
  const kind = isTerm ? 'div' : 'p';
  const state = record.state ?? words.status[record.status] ?? record.status;
  const above = isTerm ? [[`${system.id}/glossar/`, 'Glossar']] : part ? [[`${system.id}/teil/${part.id}/`, part.title]] : [];
  const mentions = await lines(library, record.backlinks, (other) => ({ note: bundle.find(other)?.isTerm ? 'Begriff' : '' }));
  const html = joined(
    way([[`${system.id}/`, system.name], ...above]),
    heading(record.title),
    head(belowTitle(record, state, cited, system), short && `<${kind} class="n-kurzregel">${short}</${kind}>`),
    record.outdated && outdated(record, system),
    bodyHtml(record, 1),
    `<div class="n-einordnung">\n${[
      record.mentioned && `<p class="n-namen">${link(`${system.id}/auszug/`, 'nicht im Auszug')}</p>`,
      also('Auch', record.names),
      also('Nicht', record.avoid),
    ].filter(Boolean).join('\n')}\n</div>`,
    section('n-dazu', 'Dazu gehören', await listed(children)),
    section('n-siehe-auch', 'Siehe auch', joined(await listed(parent ? [parent] : []), await listed(see))),
    section('n-andere-spiele', 'In anderen Spielen', await listed((record.concepts || []).map((concept) => `begriffe/${concept}`))),
    section('n-erwaehnt', 'Erwähnt in', folded(mentions, words.open)),
    facts(
      stamp,
      ['Quelle', !isTerm && escaped(`${system.source || system.name}: ${cited}`)],
      ['Steht auch', escaped((record.places || []).join('; '))],
      ['Ausgabe', !isTerm && escaped(words.editions[record.edition || ''])],
      ['Regelstand', !isTerm && escaped(words.date)],
      ['Englisch', english(record)],
      ['Text', escaped(state)],
      ['Kennung', `<code>${escaped(id)}</code>`],
      ['Rechte', escaped(words.rights)],
    ),
  );
  return { title: record.title, id, html };
}

/** The note on an outdated rule or term. */
function outdated({ id, outdated: note }, system) {
  const anchor = `eintrag-${id.slice(system.id.length + 1).replace('/', '-')}`;
  return `<div class="n-veraltet"><aside aria-label="Veraltet"><p>${escaped(note)} `
    + `${link(`${system.id}/stand/#${anchor}`, 'Was sich geändert hat')}</p></aside></div>`;
}

/** A list of a system (a part, A–Z, a kind, a phase, a page of the book, the glossary); without a system the list of all concepts. */
async function listing({ path, title, title_en, intro, brief, groups, jump, class: style }, library, stamp, { system, words } = {}) {
  const [, sort, part] = path.split('/');
  const sections = await Promise.all(groups.map(async ([name, targets], at) => {
    const rows = new Map(targets.map((target) => [target].flat()).map(([id, note = '', indent = 0]) => [id, { note, indent, isBrief: brief }]));
    const html = list(await lines(library, [...rows.keys()], (id) => rows.get(id)), style);
    const side = words?.sides[name] ? ` n-zug-${words.sides[name]}` : '';
    return joined(name && `<h2 id="gruppe-${at + 1}">${escaped(name)}</h2>`, `<div class="n-abschnitt${side}">\n${html}\n</div>`);
  }));
  const hasSides = groups.some(([name]) => words?.sides[name]);
  const html = joined(
    system && way([[`${system.id}/`, system.name]]),
    heading(title),
    (title_en || intro) && head(originalHtml({ title_en }), intro && `<p class="n-unterzeile">${escaped(intro)}</p>`),
    sort === 'teil' && `<p class="n-ganz">${link(`spickzettel/#teil=${system.id}/${part}`, 'Diesen Teil ganz lesen oder drucken')}</p>`,
    hasSides && TURNS,
    jump && jumpBar(groups, jump, words?.sides),
    ...sections,
    facts(stamp),
  );
  return { title: system ? `${title} (${system.short})` : title, html };
}

/** The choice of the turn on a phase's page (board.js). */
const TURNS = '<div class="n-brett"><fieldset><legend class="n-versteckt">Wer ist am Zug?</legend>\n'
  + [['alle', 'Alles', ' checked'], ['mein', 'Dein Zug', ''], ['gegner', 'Zug des Gegners', '']]
    .map(([value, words, more]) => `<label><input type="radio" name="zug" value="${value}"${more}> ${words}</label>`).join('')
  + '\n</fieldset></div>';

/** A jump bar of letters or words, which replaces the contents beside the text on phones. */
function jumpBar(groups, label, sides = {}) {
  const links = groups.map(([title], at) => `<a href="#gruppe-${at + 1}"${sides[title] ? ` class="n-zug-${sides[title]}"` : ''}>${escaped(title)}</a>`);
  const words = label === 'Buchstaben' ? '' : ' n-sprungleiste--worte';
  return `<div class="n-sprungleiste${words}"><nav aria-label="${label}">\n${links.join('')}\n</nav></div>`;
}

/** The list of concepts, or one concept; null for an unknown page. */
async function concepts(name, library, stamp) {
  const { concepts: all, list: whole } = await library.concepts();
  const concept = all.find(({ id }) => id === name);
  if (!concept) return name || !all.length ? null : listing(whole, library, stamp);
  const systems = new Set([...Object.keys(concept.entries), ...Object.keys(concept.notes)]);
  const bundles = (await Promise.all(Array.from(systems, (system) => library.bundle(system)))).filter(Boolean);
  bundles.sort((one, other) => one.system.name.localeCompare(other.system.name, 'de'));
  const sides = await Promise.all(bundles.map(({ system }) => inSystem(concept, system, library)));
  const html = joined(
    way([['begriffe/', whole.title]]),
    heading(concept.title),
    head(
      originalHtml(concept),
      `<p class="n-kurzregel">${escaped(concept.description)}</p>`,
      concept.description_en && `<p class="n-uebersetzt" lang="en">${escaped(concept.description_en)}</p>`,
      also('Auch', concept.aliases),
    ),
    `<h2 id="spiele">In den Spielen</h2>\n<div class="n-vergleich">\n${sides.join('\n')}\n</div>`,
    concept.differences.length && '<h2 id="unterschiede">Leicht zu verwechseln</h2>\n'
      + `<div class="n-regel"><ul>${concept.differences.map((text) => `<li>${escaped(text)}</li>`).join('\n')}</ul></div>`,
    facts(stamp),
  );
  return { title: concept.title, html };
}

/** A concept's counterpart in a system: what is different there, and its rules. */
async function inSystem({ notes, entries }, { id, name, short, excerpt }, library) {
  const items = await lines(library, entries[id], () => ({ isBrief: Boolean(notes[id]) }));
  const lacks = excerpt?.length ? 'Steht nicht im Auszug.' : 'Kennt das nicht als eigene Regel.';
  const sentence = notes[id] || (items.length ? '' : lacks);
  const sign = `<span class="n-zeichen n-spiel-${id}" aria-hidden="true">${escaped(short)}</span>`;
  return [
    `<section class="n-seite n-spiel-${id}" id="${id}" aria-label="${escaped(name)}">`,
    `<p class="n-seite__spiel">${link(`${id}/`, `${sign} ${escaped(name)}`)}</p>`,
    sentence && `<p class="n-seite__satz">${escaped(sentence)}</p>`,
    list(items),
    '</section>',
  ].filter(Boolean).join('\n');
}
