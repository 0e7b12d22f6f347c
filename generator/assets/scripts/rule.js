/* A rule from its system's bundle as HTML: for the sheet, the pop-over, Spickzettel and pages made offline. Pure. */

import { escaped, placed } from './bundle.js';

/** "T9A · Sonderregeln 17.0 · Sonderregel": a rule's system, place and kind. */
const whereabouts = (record, bundle) =>
  [bundle.system.short || bundle.system.name, bundle.place(record), bundle.kindName(record)].filter(Boolean).join(' · ');

/** The head of a rule: system, place and kind, its title as a link to its page, the English original. */
export function headHtml(record, bundle, { root = '/', file = '', level = 2 } = {}) {
  return [
    `<p class="n-ort">${escaped(whereabouts(record, bundle))}</p>`,
    placed(`<h${level} class="n-regeltitel"><a href="/${escaped(record.id)}/">${escaped(record.title)}</a></h${level}>`, root, file),
    originalHtml(record),
  ].join('');
}

/** The English original with its source. */
export function originalHtml({ title_en: english, title_en_source: source }) {
  const from = source ? ` <span class="n-herkunft">(${escaped(source)})</span>` : '';
  return english ? `<p class="n-originaltitel"><span lang="en">${escaped(english)}</span>${from}</p>` : '';
}

/** The short rule (a term's definition). */
export const shortHtml = (record, { root = '/', file = '' } = {}) =>
  record.short_html ? `<div class="n-kurzregel">${placed(record.short_html, root, file)}</div>` : '';

/** The full rule: card, table and text; a term's note. Headings are below `level`; `data-abschnitt` identifies sections, on the
    rule's own page (level 1) their ids do. */
export function bodyHtml(record, { root = '/', file = '', level = 2 } = {}) {
  if (!record.html) return '';
  const html = level === 1 ? placed(record.html, root, file) : lowered(placed(record.html, root, file), level);
  const note = '<aside class="kasten kasten-hinweis" role="note" aria-label="Anmerkung"><p class="kasten-titel">Anmerkung</p>';
  return `<div class="n-regel">${record.isTerm ? `${note}${html}</aside>` : html}</div>`;
}

/**
 * The content of a whole rule. `root` begins its links ("/regeln/", "../../"), `file` ends them ("index.html" in a folder); pages
 * have both as `here` in site.js. `level` is the title's heading level.
 *
 *   box.innerHTML = ruleHtml(record, bundle, { ...here, level: 3 });
 */
export const ruleHtml = (record, bundle, options = {}) =>
  headHtml(record, bundle, options) + shortHtml(record, options) + bodyHtml(record, options);

/** Put headings below a level, and their ids and those of rows into `data-abschnitt`, because the page around may have the same. */
const lowered = (html, level) =>
  html.replace(/<tr id=/g, '<tr data-abschnitt=').replace(/<(\/?)h([1-6])(?: id="([^"]*)")?>/g, (_, slash, was, id) => {
    const now = Math.min(6, Number(was) + level - 1);
    return `<${slash}h${now}${id ? ` data-abschnitt="${id}"` : ''}>`;
  });

/** The content of a concept (a record of `api/v1/concepts.json`): its description, how it works in one system, and what players
    confuse. */
export function conceptHtml(concept, bundle, { root = '/', file = '', level = 2 } = {}) {
  const system = bundle?.system;
  const records = (system && concept.entries[system.id]) || [];
  const links = records.map((id) => bundle.find(id)).filter(Boolean).map(listItem);
  const note = system && concept.notes[system.id];
  return placed(
    [
      '<p class="n-ort">Begriff in allen Spielen</p>',
      `<h${level} class="n-regeltitel"><a href="${escaped(concept.url)}">${escaped(concept.title)}</a></h${level}>`,
      originalHtml(concept),
      `<div class="n-kurzregel">${escaped(concept.description)}</div>`,
      note || links.length ? `<h${level + 1}>${escaped(system.name)}</h${level + 1}>` : '',
      note ? `<p>${escaped(note)}</p>` : '',
      links.length ? `<ul class="n-liste">${links.join('')}</ul>` : '',
      concept.differences.length ? differences(concept, level + 1) : '',
    ].join(''),
    root,
    file,
  );
}

const listItem = ({ id, title }) =>
  `<li><a class="verweis" href="/${escaped(id)}/" data-id="${escaped(id)}"><span class="n-titel">${escaped(title)}</span></a></li>`;

const differences = (concept, level) =>
  `<h${level}>Leicht zu verwechseln</h${level}><ul>${concept.differences.map((text) => `<li>${escaped(text)}</li>`).join('')}</ul>`;
