/* The content of an id in an element: its title at once, the rule as soon as it has loaded. For the sheet and the pop-overs. */

import { placed } from './bundle.js';
import { bundle, concept, lookUp } from './bundles.js';
import { load } from './data.js';
import { after } from './once.js';
import { hitAt, idOf } from './references.js';
import { conceptHtml, ruleHtml } from './rule.js';
import { address, currentSystem, element, here, isFolder } from './site.js';
import { fitted } from './tables.js';
import { placeInBook } from './wording.js';

/** Milliseconds to wait for a system's bundle before fetching a rule alone: a bundle is a hundred times as large. */
const LATE = 150;

/** {id, title, box, ready} of an id: `box` is the element, `ready` a promise of "shown", "unknown" (no such rule) or "away"
    (unavailable now; the box says so). With it, `id` and `title` become those of the rule found. */
export function contents(id, title) {
  const made = { id, title };
  made.box = element('div', { class: 'n-einblick', tabindex: '-1' }, ...only(made, 'lädt …'));
  made.ready = fill(made).catch(() => away(made));
  return made;
}

/** A rule's title as a link to its page, and a sentence on where the rule is. */
const only = ({ id, title }, sentence) =>
  [element('h2', { class: 'n-regeltitel' }, element('a', { href: address(id) }, title)), element('p', { class: 'n-laedt', role: 'status' }, sentence)];

async function fill(made) {
  const [page, section] = made.id.split('#');
  const found = page.startsWith('begriffe/') ? await inAllSystems(page) : await rule(page, section);
  if (!found) return 'unknown';
  const { record, system, html } = found;
  made.id = [record.id.includes('/') ? record.id : page, section].filter(Boolean).join('#');
  made.title = record.title;
  if (system) made.box.classList.add(`n-spiel-${system}`);
  keepingFocus(made.box, () => { made.box.innerHTML = placed(html, here); });
  for (const link of made.box.querySelectorAll('a[data-id]')) link.href = address(idOf(link));
  fitted(made.box);
  return 'shown';
}

function away(made) {
  const text = 'Diese Regel ist gerade nicht da: keine Verbindung. Über ihren Titel öffnest du ihre Seite.';
  keepingFocus(made.box, () => made.box.replaceChildren(...only(made, text)));
  return 'away';
}

/** Keep the focus on the title when the rule arrives. */
function keepingFocus(box, fillIn) {
  const isOnTitle = box !== document.activeElement && box.contains(document.activeElement);
  fillIn();
  if (isOnTitle) box.querySelector('.n-regeltitel a')?.focus();
}

async function inAllSystems(id) {
  const system = currentSystem();
  const [record, found] = await Promise.all([concept(id), system ? bundle(system).catch(() => null) : null]);
  return record && { record, system, html: conceptHtml(record, found) };
}

async function rule(id, section) {
  const isTerm = id.split('/').length > 2; // terms have no files of their own
  const found = await (section || isFolder || isTerm ? lookUp(id) : sooner(id));
  return found && { record: found.record, system: found.record.system, html: ruleHtml(found.record, found.bundle) };
}

/** A rule from its system's bundle, or from its own file if that arrives first. */
function sooner(id) {
  let isHere = false;
  const whole = lookUp(id);
  whole.then(() => { isHere = true; }, () => {});
  return Promise.any([whole, after(LATE).then(() => (isHere ? whole : ownFile(id)))]);
}

/** An entry's own file, completed by the names of its system and kind. */
async function ownFile(id) {
  const record = await load(`api/v1/entries/${id}.json`);
  const place = () => placeInBook(record.part, record.number);
  return { record: { ...record, title_en_source: '' }, bundle: { system: {}, place, kindName: () => '' } };
}

/** Show a section at the top of its box. */
export function toSection({ id, box }) {
  const section = id.split('#')[1];
  const found = section && [...box.querySelectorAll('[data-abschnitt]')].find((one) => one.dataset.abschnitt === section);
  if (found) box.scrollTop += found.getBoundingClientRect().top - box.getBoundingClientRect().top;
}

/** A text's letters, by which a title equals the id that names it in a rule's text. */
const letters = (text) => text.toLowerCase().replace(/[\s\u00ad·…:-]+/g, '');

/** A row with the names of its columns, as passages have it. */
function named(row) {
  const heads = row.closest('table').tHead?.rows[0].cells ?? [];
  return [...row.cells].map(({ textContent: cell }, at) => (at && cell && heads[at] ? heads[at].textContent : '') + cell).join('');
}

/** Mark the passages that a search has found, best first, and scroll the best into the upper half, with as many others as fit,
 * because the text behind a passage often completes it. With `fromTop`, show the rule from its title if the best passage is visible
 * there. */
export function toPassage({ passage, box, fromTop = false }) {
  const lines = passage ? [...box.querySelectorAll('p, li, tr, .n-karte__fakt')].filter((line) => letters(line.textContent)) : [];
  const wanted = (passage ?? '').split('\n').map(letters).filter(Boolean);
  const found = [...new Set(wanted.map((text) => lineOf(lines, text)))].filter(Boolean);
  if (!found.length) return;
  for (const line of found) line.classList.add('n-gesucht');
  const { top, height } = box.getBoundingClientRect();
  const [best, ...others] = found.map((line) => line.getBoundingClientRect());
  if (fromTop && best.bottom <= Math.min(top + height, window.innerHeight)) return;
  let shown = best;
  for (const place of others) {
    const both = { top: Math.min(shown.top, place.top), bottom: Math.max(shown.bottom, place.bottom) };
    if (both.bottom - both.top <= height) shown = both;
  }
  box.scrollTop += Math.max(0, Math.min(shown.top - top, (shown.top + shown.bottom - height) / 2 - top));
}

/** The line that contains a text, the row with the text beside its columns' names, or a line within the text. */
function lineOf(lines, wanted) {
  return lines.find((line) => letters(line.textContent).includes(wanted) || (line.cells && letters(named(line)).includes(wanted)))
    ?? lines.find((line) => line.textContent.length > 20 && wanted.includes(letters(line.textContent)));
}

/** Show rules for other scripts, which send an event: `new CustomEvent('nachschlag:zeigen', {detail: {link, place}})` with the link
 * of a hit and the element that takes its rule. */
export function start() {
  document.addEventListener('nachschlag:zeigen', ({ detail: { link, place } }) => {
    const { id, title, passage } = hitAt(link);
    const made = contents(id, title);
    place.replaceChildren(made.box);
    made.ready.then(() => {
      toSection(made);
      toPassage({ passage, box: made.box, fromTop: true });
    });
  });
}
