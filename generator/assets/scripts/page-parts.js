/* Pieces of pages as HTML, with the classes that the templates give them: lists, the way to a page, other games. Pure. */

import { escaped, placed } from './bundle.js';
import { placeOnPaper } from './wording.js';

const span = (name, html, more = '') => (html ? `<span class="${name}"${more}>${html}</span>` : '');

/** Finished HTML without its marks, on one line. */
export const plain = (html) => (html || '').replace(/<[^>]*>/g, '').replace(/\s+/g, ' ').trim();

/** A link to a path below the site's root. */
export const link = (place, path, html) => `<a href="${place.root}${escaped(path)}">${html}</a>`;

/** The way to a page: [[path, name], …]. */
export function way(place, steps) {
  const links = steps.map(([path, name]) => link(place, path, escaped(name)));
  return `<div class="n-pfad"><nav aria-label="Pfad">${links.join('<span aria-hidden="true"> › </span>')}</nav></div>`;
}

/** The empty bar that tools.js fills on the pages of entries and terms. */
export function tools({ id, title, title_en: original }, citation, system) {
  const told = { ziel: id, titel: title, original, zitat: citation, spiel: system.name, stand: system.rules_version };
  const data = Object.entries(told).map(([name, value]) => ` data-${name}="${escaped(value)}"`).join('');
  return `<div class="n-werkzeuge" data-werkzeuge${data}></div>`;
}

/** Lines of a list: [{path, title, number, original, note, short, indent}], short as HTML, everything else as text. */
export function list(place, lines, kind = '') {
  const items = lines.map(({ path, title, number, original, note, short, indent }) => {
    const pieces = [
      span('n-nummer', escaped(number)), span('n-titel', escaped(title)),
      span('n-original', escaped(original), ' lang="en"'), span('n-notiz', escaped(note)),
    ];
    const html = pieces.filter(Boolean).join(' ') + span('n-kurz', short);
    return `<li${indent ? ` class="n-tiefe-${indent}"` : ''}>${link(place, path, html)}</li>`;
  });
  return `<ul class="n-liste${kind ? ` ${kind}` : ''}">\n${items.join('\n')}\n</ul>`;
}

/** How many lines of a long list are open (as in views.py). */
const OPEN = 6;

/** A list of which only the beginning is open; the rest without short rules. */
export function folded(place, lines) {
  if (lines.length <= OPEN + 1) return list(place, lines); // one line more is no reason to fold
  const rest = lines.slice(OPEN).map((found) => ({ ...found, short: '' }));
  return `${list(place, lines.slice(0, OPEN))}\n<details class="n-mehr-zeilen">\n<summary>${rest.length} weitere</summary>\n${list(place, rest)}\n</details>`;
}

/** A game's mark. */
export const sign = ({ id, short }) => `<span class="n-zeichen n-spiel-${id}" aria-hidden="true">${escaped(short)}</span>`;

/** A part of a page under a heading; nothing where it has no content. */
export const section = (id, title, html, kind = '') => (
  html ? `<h2 id="${id}">${title}</h2>\n<div class="n-abschnitt${kind}">\n${html}\n</div>` : ''
);

/** The line of a list that leads to an entry, term or concept; null where there is no such thing. */
export async function line(library, id, { note = '', indent = 0, isBrief = false } = {}) {
  if (id.startsWith('begriffe/')) {
    const concept = (await library.concepts()).find((one) => `begriffe/${one.id}` === id);
    const short = isBrief ? '' : escaped(concept?.description);
    return concept ? { path: `${id}/`, title: concept.title, original: concept.title_en, short, note, indent } : null;
  }
  const bundle = await library.bundle(id.split('/')[0]);
  const record = bundle?.find(id);
  if (!record) return null;
  const shown = { path: `${record.id}/`, note, indent };
  if (Object.hasOwn(bundle.json.aliases || {}, id)) { // a term that stands for this entry
    const [title, original, definition] = bundle.json.aliases[id];
    return { ...shown, title, original, short: isBrief ? '' : escaped(definition) };
  }
  const number = record.number && !record.title.startsWith(record.number) ? record.number : '';
  return { ...shown, title: record.title, original: record.title_en, number, short: isBrief ? '' : plain(record.short_html) };
}

/** The lines of ids; those that lead nowhere are left out. `more(id)` says what `line` shall know about each. */
export async function lines(library, ids, more = () => ({})) {
  return (await Promise.all((ids || []).map((id) => line(library, id, more(id))))).filter(Boolean);
}

/** What each game makes of a concept: [{system, note, items}], in the order of the games' names. */
export async function sideBySide(library, concept) {
  const names = new Set([...Object.keys(concept.entries), ...Object.keys(concept.notes)]);
  const games = await Promise.all(Array.from(names, async (name) => {
    const bundle = await library.bundle(name);
    if (!bundle) return null;
    const note = concept.notes[name] || '';
    return { system: bundle.system, note, items: await lines(library, concept.entries[name], () => ({ isBrief: Boolean(note) })) };
  }));
  return games.filter(Boolean).sort((one, other) => one.system.name.localeCompare(other.system.name, 'de'));
}

/** The part "In anderen Spielen" of an entry or term: the nearest concept in full, the others by name. */
export async function elsewhere(place, library, record) {
  const all = await library.concepts();
  const mine = (record.concepts || []).map((id) => all.find((one) => one.id === id)).filter(Boolean);
  if (!mine.length) return '';
  const rank = ({ entries }) => [entries[record.system].indexOf(record.id), entries[record.system].length];
  // nearest: where it is named first, then where few others are
  mine.sort((one, other) => rank(one)[0] - rank(other)[0] || rank(one)[1] - rank(other)[1]);
  const [nearest, ...others] = mine;
  const games = (await sideBySide(library, nearest)).filter(({ system }) => system.id !== record.system);
  const more = others.map(({ id, title }) => link(place, `begriffe/${id}/`, escaped(title))).join(', ');
  return [
    `<p class="n-begriff">${link(place, `begriffe/${nearest.id}/`, escaped(nearest.title))}: ${escaped(nearest.description)}</p>`,
    `<dl class="n-anderswo">${games.map((game) => otherGame(place, game)).join('\n')}</dl>`,
    more && `<p class="n-mehr">Auch im Vergleich: ${more}</p>`,
  ].filter(Boolean).join('\n');
}

function otherGame(place, { system, note, items }) {
  const sentence = note || (items.length ? '' : 'Kennt das nicht als eigene Regel.');
  const links = items.slice(0, 2).map(({ path, title }) => ` ${link(place, path, escaped(title))}`).join('');
  return `<div class="n-spiel-${system.id}"><dt><span class="n-zeichen" aria-hidden="true"></span><span>${escaped(system.short)}</span></dt>`
    + `<dd>${span('n-satz', escaped(sentence))}${links}</dd></div>`;
}

/** The heading of a page; where "Zum Inhalt" leads. */
export const heading = (title) => `<h1 id="n-seite">${escaped(title)}</h1>`;

/** Pieces of a page, those that are there. */
export const joined = (...pieces) => pieces.filter(Boolean).join('\n\n');

/** What stands under a page's heading. */
export const head = (...pieces) => `<div class="n-kopf">\n${pieces.filter(Boolean).join('\n')}\n</div>`;

/** The English original, with where it comes from. */
export function original({ title_en: english, title_en_source: source }) {
  const from = source ? ` <span class="n-herkunft">(${escaped(source)})</span>` : '';
  return english && `<p class="n-originaltitel"><span lang="en">${escaped(english)}</span>${from}</p>`;
}

/** Other names of something: also('Auch', ['SW']). */
export const also = (label, names) => names?.length && `<p class="n-namen">${label}: ${escaped(names.join(', '))}</p>`;

/** The fact that a page is a copy, for its foot. */
export const copy = ({ stamp }) => ['Ansicht', `Offline-Kopie${stamp ? `, ${escaped(stamp)}` : ''}`];

/** Whose a game is. */
export const rights = ({ licence: { status, note, holder } }) => escaped(
  [note, status === 'own-words' && 'Unser Text: CC BY-SA 4.0.', holder && `Rechte am Spiel: ${holder}.`].filter(Boolean).join(' '),
);

/** The foot of a page: [[label, text], …], empty ones left out. */
export function facts(rows) {
  const shown = rows.filter(([, text]) => text).map(([label, html]) => `<div><dt>${label}</dt><dd>${html}</dd></div>`);
  return `<div class="n-quelle"><dl>\n${shown.join('\n')}\n</dl></div>`;
}

/** What stands in brackets at the beginning of what is behind a reference, often its number: " (18.0)". */
const bracketAfter = (html) => /^\s*\((?:[^)<]|<\/?(?:a|em|strong|code|br)\b[^>]*>)*\)/.exec(html)?.[0] ?? '';

/** A text of the bundle on its page: references say for paper where they lead, as far as their words do not. `here`: the entry, or null. */
export function text(html, bundle, place, here = null) {
  return placed(html, place.root).replace(/(<a class="verweis"[^>]* data-id="([^"]*)")>([^]*?)<\/a>/g, (link, start, id, words, at, whole) => {
    const record = bundle.find(id);
    const shown = unescaped(plain(words + bracketAfter(whole.slice(at + link.length))));
    const where = record && !record.isTerm ? placeOnPaper(record, bundle.part(record), here, shown) : '';
    return where ? `${start} data-ort="${escaped(where)}">${words}</a>` : link;
  });
}

const LETTERS = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#34;': '"', '&#39;': "'", '&amp;': '&' };
const unescaped = (html) => html.replace(/&(?:lt|gt|quot|amp|#34|#39);/g, (letter) => LETTERS[letter]);

const CARD = /^<div class="n-karte">\s*<dl>[^]*?<\/dl>\s*<\/div>\s*/;
const TABLE = /^<div class="tabelle" role="region"[^>]*>\s*<table class="n-tabelle">[^]*?<\/table>\s*<\/div>\s*/;
const HEADED = /(<h[2-6] id="[^"]*">[^]*?<\/h[2-6]>)/;

/** A rule as its page has it: card and table for themselves, and the text in stretches between its headings. */
export function rule(html) {
  const [card = ''] = CARD.exec(html) ?? [];
  const [table = ''] = TABLE.exec(html.slice(card.length)) ?? [];
  const stretches = html.slice(card.length + table.length).split(HEADED).map((piece) => piece.trim()).filter(Boolean);
  return joined(card, table, ...stretches.map((piece) => (HEADED.test(piece) ? piece : `<div class="n-regel">\n${piece}\n</div>`)));
}
