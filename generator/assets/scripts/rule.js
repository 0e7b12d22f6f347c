/* A rule from its system's bundle as HTML, its links below the site's root (see `placed`): for the sheet, the pop-over, Spickzettel and
   pages made offline. Headings are below `level`, that of the title. Pure. */

import { escaped } from './bundle.js';

/** The head of a rule: "T9A · Sonderregeln 17.0 · Sonderregel", its title as a link to its page, the English original. */
export function headHtml(record, bundle, level = 2) {
  const where = [bundle.system.short || bundle.system.name, bundle.place(record), bundle.kindName(record)].filter(Boolean).join(' · ');
  return `<p class="n-ort">${escaped(where)}</p>${titleHtml(record, level)}`;
}

const titleHtml = (rule, level) =>
  `<h${level} class="n-regeltitel"><a href="/${escaped(rule.id)}/">${escaped(rule.title)}</a></h${level}>${originalHtml(rule)}`;

/** The English original with its source. */
export function originalHtml({ title_en: english, title_en_source: source }) {
  const from = source ? ` <span class="n-herkunft">(${escaped(source)})</span>` : '';
  return english ? `<p class="n-originaltitel"><span lang="en">${escaped(english)}</span>${from}</p>` : '';
}

/** The short rule (a term's definition). */
export const shortHtml = ({ short_html: short }) => (short ? `<div class="n-kurzregel">${short}</div>` : '');

/** The full rule: card, table and text; a term's note. `data-abschnitt` identifies sections, on the rule's own page (level 1) their
    ids do. */
export function bodyHtml({ html: whole, isTerm }, level = 2) {
  if (!whole) return '';
  const html = level === 1 ? whole : lowered(whole, level);
  const note = '<aside class="kasten kasten-hinweis" role="note" aria-label="Anmerkung"><p class="kasten-titel">Anmerkung</p>';
  return `<div class="n-regel">${isTerm ? `${note}${html}</aside>` : html}</div>`;
}

/** The content of a whole rule. */
export const ruleHtml = (record, bundle, level = 2) => headHtml(record, bundle, level) + shortHtml(record) + bodyHtml(record, level);

/** Put headings below a level, and their ids and those of rows into `data-abschnitt`, because the page around may have the same. */
const lowered = (html, level) =>
  html.replace(/<tr id=/g, '<tr data-abschnitt=').replace(/<(\/?)h([1-6])(?: id="([^"]*)")?>/g, (_, slash, was, id) => {
    const now = Math.min(6, Number(was) + level - 1);
    return `<${slash}h${now}${id ? ` data-abschnitt="${id}"` : ''}>`;
  });

/** The content of a concept (a record of `api/v1/concepts.json`): its description, how it works in one system, and what players
    confuse. */
export function conceptHtml(concept, bundle) {
  const system = bundle?.system;
  const records = ((system && concept.entries[system.id]) || []).map((id) => bundle.find(id)).filter(Boolean);
  const note = system && concept.notes[system.id];
  return [
    '<p class="n-ort">Begriff in allen Spielen</p>',
    titleHtml({ ...concept, id: `begriffe/${concept.id}` }, 2),
    `<div class="n-kurzregel">${escaped(concept.description)}</div>`,
    note || records.length ? `<h3>${escaped(system.name)}</h3>` : '',
    note ? `<p>${escaped(note)}</p>` : '',
    records.length ? `<ul class="n-liste">${records.map(listItem).join('')}</ul>` : '',
    concept.differences.length ? `<h3>Leicht zu verwechseln</h3><ul>${concept.differences.map((text) => `<li>${escaped(text)}</li>`).join('')}</ul>` : '',
  ].join('');
}

const listItem = ({ id, title }) =>
  `<li><a class="verweis" href="/${escaped(id)}/" data-id="${escaped(id)}"><span class="n-titel">${escaped(title)}</span></a></li>`;
