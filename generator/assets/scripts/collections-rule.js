/* A kept rule as a card that fills itself: whole or brief, or a sentence if the rule no longer exists. */

import { placed } from './bundle.js';
import { icon } from './buttons.js';
import { concept, lookUp } from './bundles.js';
import { moves } from './collections.js';
import { EVERYWHERE } from './collections-groups.js';
import { bodyHtml, headHtml, shortHtml } from './rule.js';
import { address, element, here, isTouch } from './site.js';
import { fitted } from './tables.js';
import { placeOnPaper } from './wording.js';

/** {card, ready}: the card of an item {id, title}, and a promise of its current {id, title, redirects} once it is filled (null if the rule
    is unavailable). `brief` omits the full rule; `level` is the title's heading level. */
export function ruleCard(item, brief, level) {
  const card = element('article', { class: 'n-auswahl__regel', 'data-id': item.id, 'aria-busy': 'true' }, heading(item, level));
  return { card, ready: fill(card, item, brief, level).finally(() => card.removeAttribute('aria-busy')) };
}

const heading = ({ id, title }, level) => element(`h${level}`, { class: 'n-regeltitel' }, element('a', { href: address(id) }, title || id));

async function fill(card, item, brief, level) {
  try {
    return item.id.startsWith('begriffe/') ? await fillConcept(card, item, level) : await fillRule(card, item, brief, level);
  } catch {
    card.append(element('p', { class: 'n-auswahl__fehlt' }, 'Diese Regel ist gerade nicht zu haben, weil das Netz fehlt. Gemerkt bleibt sie.'));
    return null;
  }
}

async function fillRule(card, item, brief, level) {
  const found = await lookUp(item.id);
  if (!found) return gone(card, item, level);
  const { record, bundle } = found;
  const section = bundle.current(item.id).split('#')[1];
  const own = section && sectionOf(placed(bodyHtml(record, level), here), section);
  const [id, title] = own ? [`${record.id}#${section}`, own.title || item.title] : [record.id, record.title];
  card.classList.add(`n-spiel-${record.system}`); // in its system's colour
  if (own) { // a former rule that is now a section of another: its title and the section alone
    card.replaceChildren(element('p', { class: 'n-ort' }, `${bundle.system.short} · ${record.title}`), heading({ id, title }, level));
    if (!brief) card.append(element('div', { class: 'n-regel' }, ...own.nodes));
  } else {
    card.innerHTML = placed(headHtml(record, bundle, level) + shortHtml(record) + (brief ? '' : bodyHtml(record, level)), here); // from our own build
    if (record.page) card.querySelector('.n-ort')?.append(` · S. ${record.page}`);
    foldable(card, title);
  }
  for (const link of card.querySelectorAll('a.verweis[data-id]')) tellPlace(link, bundle);
  return { id, title, redirects: bundle.json.redirects };
}

/** On screen a card shows title and short rule; a tap on it, or its button, unfolds the rest; then the title leads to its page. On paper it is whole. */
function foldable(card, title) {
  if (!card.querySelector('.n-kurzregel')) return;
  const opener = element('button', { type: 'button', class: 'n-auf n-nur-schirm' }, icon('down')); // clicks reach the card
  const show = (isOpen) => {
    card.classList.toggle('n-auswahl__regel--zu', !isOpen);
    if (isOpen) fitted(card);
    opener.setAttribute('aria-expanded', String(isOpen));
    opener.setAttribute('aria-label', `„${title}“ ${isOpen ? 'einklappen' : 'aufklappen'}`);
  };
  const isHeld = () => Boolean(String(window.getSelection()));
  card.addEventListener('click', (event) => {
    const { target } = event;
    const isFolded = opener.getAttribute('aria-expanded') === 'false';
    const isOnTitle = isFolded && isTouch(event) && target.closest('.n-regeltitel');
    if (isOnTitle) event.preventDefault();
    if (isOnTitle || opener.contains(target) || (!target.closest('a, button, .n-regel') && !isHeld())) show(isFolded);
  });
  card.prepend(opener);
  show(false);
}

/** When printed, add number and page after a reference unless its text has them. */
function tellPlace(link, bundle) {
  const target = bundle.find(link.dataset.id);
  const where = target && !target.isTerm ? placeOnPaper(target, bundle.part(target), link.textContent + bracketAfter(link)) : '';
  if (where) link.dataset.ort = where;
}

/** The bracket right after a link, often its number: " (18.0)". */
function bracketAfter(link) {
  let text = '';
  for (let node = link.nextSibling; node && !text.includes(')'); node = node.nextSibling) text += node.textContent;
  return /^\s*\([^)]*\)/.exec(text)?.[0] ?? '';
}

async function fillConcept(card, item, level) {
  const found = await concept(item.id);
  if (!found) return gone(card, item, level);
  const { title, description } = found;
  card.replaceChildren(
    element('p', { class: 'n-ort' }, EVERYWHERE), heading({ id: item.id, title }, level), element('div', { class: 'n-kurzregel' }, description));
  foldable(card, title);
  return { id: item.id, title, redirects: {} };
}

async function gone(card, item, level) {
  const row = (await moves().catch(() => [])).find(({ old }) => old === item.id);
  card.replaceChildren(
    element(`h${level}`, { class: 'n-regeltitel' }, item.title || item.id),
    element('p', { class: 'n-auswahl__fehlt' }, ['Diese Regel gibt es nicht mehr.', row?.why].filter(Boolean).join(' ')),
  );
  return null;
}

const levelOf = (node) => Number(/^H([1-6])$/.exec(node.nodeName)?.[1] ?? 0);

/** {title, nodes} of a section in the HTML that `bodyHtml` makes; null if it is not there. */
function sectionOf(html, section) {
  const body = new DOMParser().parseFromString(html, 'text/html');
  const found = [...body.querySelectorAll('[data-abschnitt]')].find((one) => one.dataset.abschnitt === section);
  if (!found) return null;
  return found.nodeName === 'TR' ? rowCard(found) : { title: found.textContent.trim(), nodes: below(found) };
}

/** Everything up to the next heading of the same level or above. */
function below(heading) {
  const nodes = [];
  for (let node = heading.nextElementSibling; node; node = node.nextElementSibling) {
    if (levelOf(node) && levelOf(node) <= levelOf(heading)) break;
    nodes.push(node);
  }
  return nodes;
}

/** A row as a card: its cells, each below its column's heading. */
function rowCard(found) {
  const heads = [...found.closest('table').querySelectorAll('thead th')];
  const facts = [...found.cells].slice(1).map((cell, at) => (
    element('div', { class: 'n-karte__fakt' }, element('dt', {}, heads[at + 1].textContent), element('dd', {}, ...cell.childNodes))
  ));
  return { title: found.cells[0].textContent.trim(), nodes: [element('div', { class: 'n-karte' }, element('dl', {}, ...facts))] };
}
