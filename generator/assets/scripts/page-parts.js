/* Parts of pages as HTML, with the templates' classes: lists, breadcrumbs, the page's footer. Pure. */

import { escaped } from './bundle.js';
import { shownNumber } from './wording.js';

const span = (name, html, more = '') => (html ? `<span class="${name}"${more}>${html}</span>` : '');

/** Finished HTML as plain text on one line. */
const plain = (html) => (html || '').replace(/<[^>]*>/g, '').replace(/\s+/g, ' ').trim();

/** A link to a path below the site's root, as bundles have them (see `placed`). */
export const link = (path, html) => `<a href="/${escaped(path)}">${html}</a>`;

/** The breadcrumbs of a page: [[path, name], …]. */
export function way(steps) {
  const links = steps.map(([path, name]) => link(path, escaped(name)));
  return `<div class="n-pfad"><nav aria-label="Pfad">${links.join('<span aria-hidden="true"> › </span>')}</nav></div>`;
}

/** What stands below the title of an entry or term: English name, state, and the empty bar that tools.js fills. */
export function belowTitle({ id, title, title_en: original }, state, citation, system) {
  const given = { ziel: id, titel: title, original, zitat: citation, spiel: system.name, stand: system.rules_version };
  const data = Object.entries(given).map(([name, value]) => ` data-${name}="${escaped(value)}"`).join('');
  const english = original ? `<p class="n-originaltitel" lang="en">${escaped(original)}</p>\n` : '';
  return `<div class="n-unter">\n<div>\n${english}<p class="n-textstand">${escaped(state)}</p>\n</div>\n`
    + `<div class="n-werkzeuge" data-werkzeuge${data}></div>\n</div>`;
}

/** The English name of something, with its source, for the footer. */
export const english = ({ title_en: original, title_en_source: source }) =>
  original && `<span lang="en">${escaped(original)}</span>${source ? ` (${escaped(source)})` : ''}`;

/** Lines of a list: [{path, title, number, original, note, short, indent}], all as text; "" for none. */
export function list(lines, kind = '') {
  if (!lines.length) return '';
  const items = lines.map(({ path, title, number, original, note, short, indent }) => {
    const pieces = [
      span('n-nummer', escaped(number)), span('n-titel', escaped(title)),
      span('n-original', escaped(original), ' lang="en"'), span('n-notiz', escaped(note)),
    ];
    const html = pieces.filter(Boolean).join(' ') + span('n-kurz', short);
    return `<li${indent ? ` class="n-tiefe-${indent}"` : ''}>${link(path, html)}</li>`;
  });
  return `<ul class="n-liste${kind ? ` ${kind}` : ''}">\n${items.join('\n')}\n</ul>`;
}

/** A list with only `open` lines unfolded; the rest has no short rules. */
export function folded(lines, open) {
  if (lines.length <= open + 1) return list(lines); // do not fold a single line
  const rest = lines.slice(open).map((found) => ({ ...found, short: '' }));
  return `${list(lines.slice(0, open))}\n<details class="n-mehr-zeilen">\n<summary>${rest.length} weitere</summary>\n${list(rest)}\n</details>`;
}

/** A section of a page under a heading; "" without content. */
export const section = (id, title, html) => (html ? `<h2 id="${id}">${title}</h2>\n<div class="n-abschnitt">\n${html}\n</div>` : '');

/** The list values of an entry, term or concept: {path, title, original, number, short}; null for an unknown id. */
async function line(library, id) {
  const path = `${id}/`;
  const [system, ...rest] = id.split('/');
  if (system === 'begriffe') {
    const found = (await library.concepts()).concepts.find((one) => one.id === rest.join('/'));
    return found ? { path, title: found.title, original: found.title_en, short: escaped(found.description) } : null;
  }
  const bundle = await library.bundle(system);
  const record = bundle?.find(id);
  if (!record) return null;
  const shown = { path: `${record.id}/`, title: record.title, original: record.title_en };
  const alias = bundle.json.aliases[id]; // an entry's term has its own words
  if (alias) return { ...shown, title: alias[0], original: alias[1], short: escaped(alias[2]) };
  return { ...shown, number: shownNumber(record), short: plain(record.short_html) };
}

/** List lines for ids, skipping unknown ones. `more(id)` gives further values of each: {note, indent, isBrief}. */
export async function lines(library, ids = [], more = () => ({})) {
  const found = await Promise.all(ids.map((id) => line(library, id)));
  return found.map((one, at) => {
    const { isBrief, ...shown } = more(ids[at]);
    return one && { ...one, ...shown, ...(isBrief ? { short: '' } : {}) };
  }).filter(Boolean);
}

/** The heading of a page, to which "Zum Inhalt" jumps. */
export const heading = (title) => `<h1 id="n-seite">${escaped(title)}</h1>`;

/** Join the non-empty parts of a page. */
export const joined = (...pieces) => pieces.filter(Boolean).join('\n\n');

/** The line below a page's heading. */
export const head = (...pieces) => `<div class="n-kopf">\n${pieces.filter(Boolean).join('\n')}\n</div>`;

/** Other names of something: also('Auch', ['SW']). */
export const also = (label, names) => names?.length && `<p class="n-namen">${label}: ${escaped(names.join(', '))}</p>`;

/** The footer of a page: [label, HTML], …, without empty ones, and that the page is a copy. */
export function facts(stamp, ...rows) {
  const all = [...rows, ['Ansicht', escaped(['Offline-Kopie', stamp].filter(Boolean).join(', '))]];
  const shown = all.filter(([, html]) => html).map(([label, html]) => `<div><dt>${label}</dt><dd>${html}</dd></div>`);
  return `<div class="n-quelle"><dl>\n${shown.join('\n')}\n</dl></div>`;
}
