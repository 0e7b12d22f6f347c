/* Pages of lists made from the offline bundles: lists, games, concepts. Pure; see pages.js. */

import { escaped } from './bundle.js';
import { also, copy, facts, head, heading, joined, lines, link, list, original, rights, section, sideBySide, sign, way } from './page-parts.js';
import { stateOf } from './wording.js';

const ALL_GAMES = 'Begriffe in allen Spielen';
/** Lists with a bar of letters to jump to. */
const LETTERED = ['a-z', 'glossar'];
/** How many groups are worth a list of headings beside the text (as in pages.py). */
const MANY = 3;

/** A list of a game: a part, A–Z, a kind, a phase, a page of the book, the glossary. */
export async function listing(found, bundle, library, place) {
  const { system } = bundle;
  const [, sort, part] = found.path.split('/');
  const groups = await Promise.all(found.groups.map(([, targets]) => linesOf(targets, found.brief, library)));
  const hasHeadings = !LETTERED.includes(sort) && groups.length >= MANY;
  const html = joined(
    way(place, [[`${system.id}/`, system.name]]),
    heading(found.title),
    (found.title_en || found.intro) && head(original(found), found.intro && `<p class="n-unterzeile">${escaped(found.intro)}</p>`),
    sort === 'teil' && `<p class="n-ganz">${link(place, `spickzettel/#teil=${system.id}/${part}`, 'Diesen Teil ganz lesen oder drucken')}</p>`,
    (LETTERED.includes(sort) || hasHeadings) && letters(found.groups, hasHeadings),
    ...groups.map((shown, at) => group(found.groups[at][0], at, list(place, shown, kindOfList(sort, groups.flat())))),
    facts([copy(place)]),
  );
  return { title: `${found.title} (${system.short})`, system: system.id, id: '', html, beside: '', hasHeadings };
}

function linesOf(targets, isBrief, library) {
  const rows = new Map(targets.map((target) => (Array.isArray(target) ? target : [target, '', 0])).map((row) => [row[0], row]));
  return lines(library, [...rows.keys()], (id) => ({ note: rows.get(id)[1], indent: rows.get(id)[2], isBrief }));
}

/** A column of numbers only where a quarter has one: a column of gaps helps nobody. */
function kindOfList(sort, all) {
  const isNumbered = sort === 'teil' && 4 * all.filter(({ number }) => number).length >= all.length;
  return `n-liste--${sort}${isNumbered ? ' n-liste--nummern' : ''}`;
}

/** A bar of letters, or of words, which a phone has instead of the contents beside the text. */
function letters(groups, areWords = false) {
  const links = groups.map(([title], at) => `<a href="#gruppe-${at + 1}">${escaped(title)}</a>`);
  const [name, label] = areWords ? ['n-sprungleiste n-sprungleiste--worte', 'Abschnitte'] : ['n-sprungleiste', 'Buchstaben'];
  return `<div class="${name}"><nav aria-label="${label}">\n${links.join('')}\n</nav></div>`;
}

const group = (title, at, html) => joined(title && `<h2 id="gruppe-${at + 1}">${escaped(title)}</h2>`, `<div class="n-abschnitt">\n${html}\n</div>`);

/** A game's first page. */
export function overview(bundle, place) {
  const { system } = bundle;
  const phases = below(bundle, 'phase').map(({ path, title, original: english, note }) => (
    `<li>${link(place, path, [
      `<span class="n-titel">${escaped(title)}</span>`, english && `<span class="n-original" lang="en">${escaped(english)}</span>`,
      `<span class="n-notiz">${note}</span>`,
    ].filter(Boolean).join(' '))}</li>`
  ));
  const kinds = below(bundle, 'art').filter(({ path }) => !path.endsWith('/tabellen/'));
  const { name, url } = system.publisher;
  const publisher = url ? `<a href="${escaped(url)}" rel="external noopener">${escaped(name)}</a>` : escaped(name);
  const html = joined(
    `<div class="n-wappen">${sign(system)}</div>`,
    heading(system.name),
    head(`<p class="n-unterzeile">${escaped(stateOf(system))}</p>`),
    section('phasen', 'Was kann ich jetzt tun?', phases.length && `<ol class="n-ablauf">\n${phases.join('\n')}\n</ol>`),
    section('nachschlagen', 'Nachschlagen', list(place, ways(bundle)), ' n-kacheln n-kacheln--gross'),
    section('teile', 'Teile', list(place, below(bundle, 'teil')), ' n-teile'),
    section('arten', 'Nach Art', list(place, kinds), ' n-kacheln'),
    facts([
      ['Quelle', escaped(system.source)], ['Verlag', publisher], ['Rechte', rights(system)],
      ['Änderungen', `<a class="n-ziel" href="${place.root}${system.id}/aenderungen/">Was sich geändert hat</a>`],
      ['Übersetzung', `<a class="n-ziel" href="${place.root}${system.id}/stand/">Übersetzungsstand</a>`], copy(place),
    ]),
  );
  return { title: system.name, system: system.id, id: '', html };
}

/** How far the translation is stands in no bundle: whoever works on it is at a desk. */
export function stand({ system }, place) {
  const html = joined(
    way(place, [[`${system.id}/`, system.name]]),
    heading('Übersetzungsstand'),
    head('<p class="n-unterzeile">Diese Seite kommt nur aus dem Netz.</p>'),
    facts([copy(place)]),
  );
  return { title: `Übersetzungsstand (${system.short})`, system: system.id, id: '', html, beside: '' };
}

/** A game's lists below "teil", "phase" or "art", each with how many lines it has. */
const below = ({ system, lists }, name) => [...lists.values()]
  .filter(({ path }) => path.startsWith(`${system.id}/${name}/`))
  .map((found) => ({ path: `${found.path}/`, title: found.title, original: found.title_en, note: count(found) }));

const count = ({ groups }) => String(groups.reduce((sum, [, targets]) => sum + targets.length, 0));

/** The lists of a whole game: by name, its terms, its tables. */
function ways({ system, lists }) {
  const tables = lists.get(`${system.id}/art/tabellen`);
  return [
    { path: `${system.id}/a-z/`, title: 'A–Z', note: 'alle Namen' },
    ...(system.terms ? [{ path: `${system.id}/glossar/`, title: 'Glossar', note: String(system.terms) }] : []),
    ...(tables ? [{ path: `${tables.path}/`, title: 'Tabellen', note: count(tables) }] : []),
  ];
}

/** The list of concepts, or one of them; null where there is no such page. */
export async function concepts([name, ...more], library, place) {
  const all = await library.concepts();
  if (!name) return all.length ? conceptList(all, library, place) : null;
  const concept = more.length ? null : all.find(({ id }) => id === name);
  return concept ? conceptPage(concept, library, place) : null;
}

async function conceptList(all, library, place) {
  const byLetter = new Map();
  for (const { id, title } of all) byLetter.set(letterOf(title), [...(byLetter.get(letterOf(title)) ?? []), `begriffe/${id}`]);
  const groups = await Promise.all([...byLetter].map(async ([letter, ids]) => [letter, await lines(library, ids)]));
  const html = joined(
    heading(ALL_GAMES),
    head('<p class="n-unterzeile">Ein Begriff, viele Spiele: wie er wo heißt und was ihn unterscheidet.</p>'),
    letters(groups),
    ...groups.map(([letter, shown], at) => group(letter, at, list(place, shown))),
    facts([copy(place)]),
  );
  return { title: ALL_GAMES, system: '', id: '', html };
}

/** The heading under which a title stands in an alphabetical list; the list comes in order. */
function letterOf(title) {
  const [first] = /[\p{L}\p{N}]/u.exec(title.toUpperCase()) ?? ['0'];
  return { Ä: 'A', Ö: 'O', Ü: 'U' }[first] ?? (/\p{L}/u.test(first) ? first : '0–9');
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
  const name = `${sign(system)} ${escaped(system.name)}`;
  return [
    `<section class="n-seite n-spiel-${system.id}" id="${system.id}" aria-label="${escaped(system.name)}">`,
    `<p class="n-seite__spiel">${link(place, `${system.id}/`, name)}</p>`,
    sentence && `<p class="n-seite__satz">${escaped(sentence)}</p>`,
    items.length && list(place, items),
    '</section>',
  ].filter(Boolean).join('\n');
}
