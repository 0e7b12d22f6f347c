/* Pages made from the offline bundles, for addresses that this device has never visited. Pure: values in, HTML out.

   They read like the pages that the generator writes (same order, same classes); drawings of the neighbourhood and links to files are left out.
   `library` is {bundle(game) → Bundle or null, concepts() → [concept]} (both promised), `place` is {root: '/regeln/', stamp: 'Fassung vom …'}. */

import { escaped, placed } from './bundle.js';
import { elsewhere, facts, lines, link, list, section, sideBySide, tools, way } from './page-parts.js';

const ALL_GAMES = 'Begriffe in allen Spielen';

/** The page at a path below the root ("t9a/angst/"): {title, system, id, html}; {moved: path} where it has moved; null where there is none. */
export async function pageAt(path, library, place) {
  const id = path.replace(/\/+$/, '');
  const [first, ...rest] = id.split('/');
  if (first === 'begriffe') return concepts(rest, library, place);
  const bundle = first ? await library.bundle(first) : null;
  if (!bundle) return null;
  const current = bundle.current(id);
  if (current !== id) return { moved: `${current}/` };
  if (!rest.length) return overview(bundle, place);
  if (bundle.lists.has(id)) return listing(bundle.lists.get(id), bundle, library, place);
  const record = bundle.find(id);
  if (!record) return null;
  return record.isTerm ? term(record, bundle, library, place) : entry(record, bundle, library, place);
}

const heading = (title) => `<h1 id="n-seite">${escaped(title)}</h1>`;
const joined = (...pieces) => pieces.filter(Boolean).join('\n\n');
const original = ({ title_en: english, title_en_source: source }) => english && `<p class="n-originaltitel"><span lang="en">${escaped(english)}</span>`
  + `${source ? ` <span class="n-herkunft">(${escaped(source)})</span>` : ''}</p>`;
const also = (label, names) => names?.length && `<p class="n-namen">${label}: ${escaped(names.join(', '))}</p>`;
const copy = (place) => ['Ansicht', `Offline-Kopie${place.stamp ? `, ${escaped(place.stamp)}` : ''}`];
const rights = ({ licence }) => escaped(`${licence.note}${licence.holder ? ` Rechte am Spiel: ${licence.holder}.` : ''}`);
const badges = (found) => `<ul class="n-marken">\n${found.map((html) => `<li>${html}</li>`).join('\n')}\n</ul>`;
const head = (...pieces) => `<div class="n-kopf">\n${pieces.filter(Boolean).join('\n')}\n</div>`;

async function entry(record, bundle, library, place) {
  const { system } = bundle;
  const part = system.parts.find(({ id }) => id === record.part_id);
  const children = bundle.children(record.id).map(({ id }) => id);
  const see = [record.parent, ...(record.see || [])].filter(Boolean);
  const isTerm = (id) => ({ note: bundle.find(id)?.isTerm ? 'Begriff' : '' });
  const listed = async (ids, more) => (ids?.length ? list(place, await lines(library, ids, more)) : '');
  const html = joined(
    way(place, [[`${system.id}/`, system.name], ...(part ? [[`${system.id}/teil/${part.id}/`, part.title]] : [])]),
    heading(record.title),
    head(
      original(record),
      record.short_html && `<p class="n-kurzregel">${placed(record.short_html, place.root)}</p>`,
      badges(marks(record, bundle, place)),
      also('Auch', record.names),
    ),
    tools(record, citation(record, part), system),
    record.html && `<div class="n-regel">\n${placed(record.html, place.root)}\n</div>`,
    section('n-dazu', 'Dazu gehören', await listed(children)),
    section('n-siehe-auch', 'Siehe auch', await listed(see)),
    section('n-andere-spiele', 'In anderen Spielen', await elsewhere(place, library, record)),
    section('n-erwaehnt', 'Erwähnt in', await listed(record.backlinks, isTerm)),
    neighbours(record, bundle, place),
    facts([
      ['Quelle', escaped(`${system.source || system.name}: ${where(record, part)}`)],
      ['Ausgabe', escaped([record.edition, system.rules_version].filter(Boolean).join(' · '))],
      ['Stand', escaped(record.status)],
      ['Kennung', `<code>${escaped(record.id)}</code>`],
      ['Rechte', rights(system)],
      copy(place),
    ]),
  );
  return { title: record.title, system: system.id, id: record.id, html };
}

function marks(record, bundle, place) {
  const { id: game, phases } = bundle.system;
  const number = record.number ? [`<span>${escaped(bundle.place(record))}</span>`] : [];
  const kind = link(place, `${game}/art/${record.kind}/`, escaped(bundle.kindName(record)));
  const mine = phases.filter(({ id }) => record.phases?.includes(id));
  return [...number, kind, ...mine.map(({ id, title }) => link(place, `${game}/phase/${id}/`, escaped(title)))];
}

const citation = (record, part) => [[part?.title || record.part_id, record.number].filter(Boolean).join(' '), record.page && `S. ${record.page}`]
  .filter(Boolean).join(', ');

const where = (record, part) => [part?.title || record.part_id, record.number, record.page && `Seite ${record.page}`].filter(Boolean).join(', ');

function neighbours(record, bundle, place) {
  const [before, after] = bundle.neighbours(record.id);
  const step = (rel, word, other) => other
    && `<a rel="${rel}" href="${place.root}${escaped(other.id)}/"><span>${word}</span>${escaped(other.title)}</a>`;
  const links = joined(step('prev', 'Zurück', before), step('next', 'Weiter', after));
  return `<div class="n-nachbarn"><nav aria-label="Vorige und nächste Regel">\n${links}\n</nav></div>`;
}

async function term(record, bundle, library, place) {
  const { system } = bundle;
  const backlinks = await lines(library, record.backlinks);
  const html = joined(
    way(place, [[`${system.id}/`, system.name], [`${system.id}/glossar/`, 'Glossar']]),
    heading(record.title),
    head(
      original(record),
      `<div class="n-kurzregel">${placed(record.short_html, place.root)}</div>`,
      badges(['<span>Begriff</span>']),
      also('Auch', record.names),
      also('Nicht', record.avoid),
    ),
    tools(record, `${system.name}, Glossar`, system),
    record.html && '<div class="n-regel"><aside class="kasten kasten-hinweis" aria-label="Anmerkung"><p class="kasten-titel">Anmerkung</p>\n'
      + `${placed(record.html, place.root)}\n</aside></div>`,
    section('n-andere-spiele', 'In anderen Spielen', await elsewhere(place, library, record)),
    section('n-erwaehnt', 'Erwähnt in', backlinks.length ? list(place, backlinks) : ''),
    facts([['Kennung', `<code>${escaped(record.id)}</code>`], ['Stand', escaped(record.status)], ['Rechte', escaped(system.licence.note)], copy(place)]),
  );
  return { title: record.title, system: system.id, id: record.id, html };
}

async function listing(found, bundle, library, place) {
  const { system } = bundle;
  const groups = await Promise.all(found.groups.map(async ([title, targets], at) => {
    const about = new Map(targets.map((target) => (Array.isArray(target) ? target : [target, '', 0])).map((row) => [row[0], row]));
    const more = (id) => ({ note: about.get(id)[1], indent: about.get(id)[2], isBrief: found.brief });
    return group(title, at, list(place, await lines(library, [...about.keys()], more)));
  }));
  const intro = found.intro && `<p class="n-unterzeile">${escaped(found.intro)}</p>`;
  const html = joined(
    way(place, [[`${system.id}/`, system.name]]),
    heading(found.title),
    (found.title_en || intro) && head(original(found), intro),
    printing(found, place),
    ...groups,
    facts([copy(place)]),
  );
  return { title: `${found.title} (${system.short})`, system: system.id, id: '', html };
}

/** A part's rules stand all on one page, too. */
function printing({ path }, place) {
  const [game, sort, part] = path.split('/');
  return sort === 'teil' && `<p class="n-ganz">${link(place, `spickzettel/#teil=${game}/${part}`, 'Diesen Teil ganz lesen oder drucken')}</p>`;
}

const group = (title, at, html) => joined(title && `<h2 id="gruppe-${at + 1}">${escaped(title)}</h2>`, `<div class="n-abschnitt">\n${html}\n</div>`);

const counted = (n) => `${n} ${n === 1 ? 'Eintrag' : 'Einträge'}`;

async function overview(bundle, place) {
  const { system } = bundle;
  const count = ({ groups }) => groups.reduce((sum, [, targets]) => sum + targets.length, 0);
  const below = (name, note) => [...bundle.lists.values()]
    .filter(({ path }) => path.startsWith(`${system.id}/${name}/`))
    .map((found) => ({ path: `${found.path}/`, title: found.title, original: found.title_en, note: note(count(found)) }));
  const phases = below('phase', counted);
  const glossary = bundle.lists.has(`${system.id}/glossar`) ? [{ path: `${system.id}/glossar/`, title: 'Glossar', note: String(system.terms) }] : [];
  const kinds = below('art', String).filter(({ path }) => !path.endsWith('/tabellen/'));
  const publisher = system.publisher.url
    ? `<a href="${escaped(system.publisher.url)}" rel="external noopener">${escaped(system.publisher.name)}</a>` : escaped(system.publisher.name);
  const html = joined(
    heading(system.name),
    head(`<p class="n-unterzeile">${escaped([system.edition, system.rules_version].filter(Boolean).join(' · '))}</p>`),
    section('teile', 'Teile', list(place, below('teil', counted))),
    phases.length && section('phasen', 'Was kann ich jetzt tun?', list(place, phases), ' n-kacheln'),
    section('nachschlagen', 'Nachschlagen', list(place, [{ path: `${system.id}/a-z/`, title: 'A–Z' }, ...glossary, ...kinds]), ' n-kacheln'),
    facts([['Quelle', escaped(system.source)], ['Verlag', publisher], ['Rechte', rights(system)], copy(place)]),
  );
  return { title: system.name, system: system.id, id: '', html };
}

async function concepts([name, ...more], library, place) {
  const all = await library.concepts();
  if (!name) return all.length ? conceptList(all, library, place) : null;
  const concept = more.length ? null : all.find(({ id }) => id === name);
  return concept ? conceptPage(concept, library, place) : null;
}

async function conceptList(all, library, place) {
  const html = joined(
    heading(ALL_GAMES),
    head('<p class="n-unterzeile">Ein Begriff, viele Spiele: wie er wo heißt und was ihn unterscheidet.</p>'),
    group('', 0, list(place, await lines(library, all.map(({ id }) => `begriffe/${id}`)))),
    facts([copy(place)]),
  );
  return { title: ALL_GAMES, system: '', id: '', html };
}

async function conceptPage(concept, library, place) {
  const games = await sideBySide(library, concept);
  const html = joined(
    way(place, [['begriffe/', ALL_GAMES]]),
    heading(concept.title),
    head(
      original(concept),
      `<p class="n-kurzregel">${escaped(concept.description)}</p>`,
      concept.description_en && `<p class="n-uebersetzt" lang="en">${escaped(concept.description_en)}</p>`,
      also('Auch', concept.aliases),
    ),
    `<h2 id="spiele">In den Spielen</h2>\n<div class="n-vergleich">\n${games.map((game) => gameOf(game, place)).join('\n')}\n</div>`,
    concept.differences.length && '<h2 id="unterschiede">Leicht zu verwechseln</h2>\n'
      + `<div class="n-regel"><ul>${concept.differences.map((text) => `<li>${escaped(text)}</li>`).join('\n')}</ul></div>`,
    facts([copy(place)]),
  );
  return { title: concept.title, system: '', id: '', html };
}

function gameOf({ system, note, items }, place) {
  const sentence = note || (items.length ? '' : 'Kennt das nicht als eigene Regel.');
  const name = `<span class="n-zeichen" aria-hidden="true">${escaped(system.short)}</span> ${escaped(system.name)}`;
  return [
    `<section class="n-seite n-spiel-${system.id}" id="${system.id}" aria-label="${escaped(system.name)}">`,
    `<p class="n-seite__spiel">${link(place, `${system.id}/`, name)}</p>`,
    sentence && `<p class="n-seite__satz">${escaped(sentence)}</p>`,
    items.length && list(place, items),
    '</section>',
  ].filter(Boolean).join('\n');
}
