/* Rules pinned while the reader reads on: on a desktop cards in a column at the right edge, on a phone a strip of their names above
   the search, each of which opens its rule in the sheet. In the order of pinning. They last as long as the tab, on all pages of the
   site; the page's first script reserves their space, so that nothing jumps when they appear. */

import { button, icon, iconButton } from './buttons.js';
import { isId } from './collections-model.js';
import { createList, pageId } from './collections.js';
import { contents, toSection } from './contents.js';
import { asked } from './dialog.js';
import { say } from './notice.js';
import { address, element } from './site.js';
import { readTab, writeTab } from './store.js';

const NAME = 'pins';

let pinned = []; // {id, title} of each; an id may name a section
let column = null; // made with the first pin
let bar = null; // the column's buttons
const cards = new Map(); // by id

/** Whether a rule is pinned. */
export const isPinned = (id) => pinned.some((one) => one.id === id);

/** The width from which the column has room; see 65-pins.css. */
const wide = window.matchMedia('(min-width: 60em)');

export const hasRoom = () => wide.matches;

/** Pin a rule, or unpin it, and say so. `link` is the reference that keeps its place. */
export function pin({ id, title }, link) {
  const isNow = isPinned(id);
  keep(isNow ? pinned.filter((one) => one.id !== id) : [...pinned, { id, title }], link);
  say(isNow ? `„${title}“ gelöst.` : `„${title}“ angeheftet.`);
}

/** A button that pins the result of `contents`, or unpins it. `link` is the reference that keeps its place; calls `done(event)`
 * afterwards. */
export function pinButton(rule, link, done) {
  const click = (event) => {
    pin(rule, link);
    done(event);
  };
  return element('button', { type: 'button', class: 'n-heften', click }, icon('pin'), isPinned(rule.id) ? 'Lösen' : 'Anheften');
}

/** Pin exactly these rules. That may change the text's width, so an element, preferably in its visible middle, keeps its place on
 * screen. */
function keep(wanted, anchor = document.elementFromPoint(window.innerWidth / 3, window.innerHeight / 2)) {
  const before = anchor?.getBoundingClientRect().top;
  pinned = wanted;
  writeTab(NAME, wanted.length ? wanted : null);
  draw();
  if (anchor) window.scrollBy({ top: anchor.getBoundingClientRect().top - before, behavior: 'instant' });
}

function draw() {
  document.documentElement.classList.toggle('n-hat-angeheftete', pinned.length > 0);
  if (pinned.length) place(column ??= framed());
  for (const [id, card] of cards) {
    if (isPinned(id)) continue;
    card.remove();
    cards.delete(id);
  }
  for (const one of pinned) {
    if (cards.has(one.id)) continue;
    cards.set(one.id, hasRoom() ? carded(one) : named(one));
    column.append(cards.get(one.id));
  }
  if (column) column.hidden = !pinned.length;
}

/** Put the column above the search at the bottom, without its buttons, if there is no room for it. */
function place(made) {
  const dock = hasRoom() ? null : document.querySelector('[data-dock]');
  if (made.parentNode !== (dock ?? document.body)) (dock ?? document.body).append(made);
  bar.hidden = Boolean(dock);
}

/** A rule's name, which opens it in the sheet (see `hitAt` in references.js). */
const named = ({ id, title }) => element('a', { class: 'n-angeheftet__name', href: address(id), 'data-id': id, 'data-blatt': '' }, element('span', {}, title));

function framed() {
  bar = element('div', { class: 'n-angeheftete__leiste' }, button('', 'Als Spickzettel sichern', save), button('', 'Alle lösen', releaseAll));
  return element('aside', { class: 'n-angeheftete', 'aria-label': 'Angeheftete Regeln' }, bar);
}

function carded({ id, title }) {
  const made = contents(id, title);
  const close = iconButton('remove', `„${title}“ lösen`, () => release(id), { class: 'n-heften', title: 'Lösen' });
  const card = element('article', { class: 'n-angeheftet md-typeset', 'aria-label': title }, close, made.box);
  made.ready.then((result) => (result === 'unknown' ? release(id) : arrived(card, made)));
  return card;
}

/** In a full column rules shrink and scroll; this much of each stays visible. */
function arrived(card, made) {
  card.style.minHeight = `min(${made.box.scrollHeight}px, 13rem)`;
  toSection(made);
}

/** Unpin one rule; moves a focus in it to the next. */
function release(id) {
  const at = pinned.findIndex((one) => one.id === id);
  const hadFocus = cards.get(id)?.contains(document.activeElement);
  keep(pinned.filter((one) => one.id !== id));
  const next = pinned[at] ?? pinned.at(-1);
  const card = next && cards.get(next.id);
  if (hadFocus && card) (card.querySelector('a') ?? card).focus({ preventScroll: true });
  else if (hadFocus) toText();
}

function releaseAll() {
  keep([]);
  toText();
}

function toText() {
  const title = document.querySelector('article h1');
  title?.setAttribute('tabindex', '-1');
  title?.focus({ preventScroll: true });
}

async function save() {
  const items = pinned.map(({ id, title }) => ({ id: pageId(id), title }));
  const title = await asked('Als Spickzettel sichern', 'Name', 'Angeheftete Regeln');
  if (!title) return;
  createList(title, items);
  say(`Spickzettel „${title}“ gesichert.`);
}

/** After the pop-overs, which handle Esc themselves (popover.js listens on the document). */
function pressed(event) {
  const id = [...cards.keys()].find((one) => cards.get(one).contains(event.target));
  if (!id || event.key !== 'Escape' || event.defaultPrevented) return;
  event.preventDefault();
  release(id);
}

const readable = (value) => (Array.isArray(value) ? value : []).filter((one) => isId(pageId(one?.id)) && typeof one.title === 'string');

/** Redraw the tab's pinned rules, also when the browser restores a page. */
function restore() {
  cards.forEach((card) => card.remove());
  cards.clear();
  pinned = readable(readTab(NAME));
  draw();
}

export function start() {
  restore();
  wide.addEventListener('change', restore);
  window.addEventListener('keydown', pressed);
  window.addEventListener('pageshow', ({ persisted }) => persisted && restore());
}
