/* A tap on a reference shows its rule in a sheet from below: a modal dialog over the whole window with a panel at the bottom, its buttons
   within reach of the thumb. The text underneath keeps its place.

   Every level (a rule opened from a rule) is a state of the browser's history: the phone's back gesture goes back one level, and
   returning from another page restores the sheet. */

import { bundle } from './bundles.js';
import { iconButton } from './buttons.js';
import { isFavourite, keep, onCollections } from './collections.js';
import { contents, toPassage, toSection } from './contents.js';
import { origin, version } from './data.js';
import { copy } from './dialog.js';
import { isPinned, pin } from './pins.js';
import { hasReferences, hitAt, referenceAt } from './references.js';
import { publicAddress } from './sharing.js';
import { address, atPassage, currentSystem, element, isPlain, isTouch } from './site.js';
import { pulledDown } from './swipe.js';

const TWICE = 400; // milliseconds in which a second tap belongs to the first and, outside the panel, closes nothing

let sheet = null; // created on the first tap
let levels = []; // the open levels, each with `asked`, the id by which it was opened
let opener = null; // the link of the first level
let isLeaving = false; // the history is going back to before the sheet

/** The open levels according to the history: {id, title, href, passage} of each rule. */
const trail = () => window.history.state?.blatt ?? [];

function tapped(event) {
  const isInside = Boolean(sheet?.dialog.contains(event.target));
  const found = hitAt(event.target) ?? referenceAt(event.target);
  if (!found || event.defaultPrevented || !isPlain(event) || !(isInside || isTouch(event))) return;
  event.preventDefault();
  if (!isInside) opener = found.link;
  open(found);
}

function open(found) {
  if (isLeaving) {
    window.addEventListener('popstate', () => open(found), { once: true });
    return;
  }
  const { id, title, link, passage } = found;
  const now = [...trail(), { id, title, href: link.href, passage }];
  window.history.pushState({ ...window.history.state, blatt: now }, '');
  show(now);
}

/** Make the sheet show a trail; keeps the open levels that are part of it. */
function show(wanted) {
  const left = levels.at(-1);
  if (left) left.scrolled = left.box.scrollTop;
  const same = wanted.findIndex(({ id }, position) => levels[position]?.asked !== id);
  const kept = same < 0 ? wanted.length : same;
  for (const level of levels.splice(kept)) level.box.remove();
  levels.push(...wanted.slice(kept).map(opened));
  if (levels.length) reveal();
  else if (sheet?.dialog.open) sheet.dialog.close();
}

function opened({ id, title, href, passage }) {
  const level = Object.assign(contents(id, title), { asked: id, href, passage, scrolled: 0 });
  level.ready.then((result) => arrived(level, result));
  return level;
}

/** After a rule has loaded, show its section and its name; follow the link if the rule does not exist. */
function arrived(level, result) {
  if (level !== levels.at(-1)) return;
  if (result === 'unknown') window.location.replace(level.href);
  name();
  toSection(level);
  toPassage(level);
}

function reveal() {
  sheet ??= framed();
  const top = levels.at(-1);
  for (const level of levels) level.box.hidden = level !== top;
  if (!sheet.holder.contains(top.box)) sheet.holder.append(top.box);
  sheet.back.hidden = levels.length < 2;
  name();
  if (!sheet.dialog.open) {
    sheet.openedAt = performance.now();
    const page = document.documentElement;
    page.classList.toggle('n-blatt-rand', window.innerWidth > page.clientWidth); // reserves the space of its scrollbar
    sheet.dialog.showModal();
  }
  top.box.scrollTop = top.scrolled;
  top.box.focus({ preventScroll: true });
}

/** Update everything that identifies the rule on top. */
function name() {
  const { id, title, passage } = levels.at(-1);
  sheet.dialog.setAttribute('aria-label', title);
  sheet.page.href = atPassage(address(id), passage);
  sheet.star.hidden = id.startsWith('begriffe/');
  mark();
}

/** Show whether the rule on top is among the favourites, and whether it is pinned. */
function mark() {
  const { id } = levels.at(-1) ?? {};
  if (!id) return;
  sheet.star.setAttribute('aria-pressed', String(isFavourite(id)));
  sheet.pin.setAttribute('aria-pressed', String(isPinned(id)));
}

function framed() {
  const ofTop = (work) => () => work(levels.at(-1));
  const made = {
    holder: element('div', { class: 'n-blatt__inhalt' }),
    back: iconButton('back', 'Zurück', () => window.history.back()),
    star: iconButton('star', 'Merken', ofTop(({ id, title }) => keep(id, title))),
    pin: iconButton('pin', 'Anheften', ofTop((level) => {
      pin(level);
      mark();
    })),
    page: element('a', { class: 'n-blatt__seite' }, 'Zur Regel'),
  };
  const link = iconButton('link', 'Link kopieren', ofTop(({ id, passage }) => copy(atPassage(publicAddress(id), passage), 'Link kopiert.', 'Link')));
  const bar = element('div', { class: 'n-blatt__leiste' }, made.back, made.star, made.pin, link, made.page, iconButton('remove', 'Schließen', close));
  const handle = element('div', { class: 'n-blatt__griff', 'aria-hidden': 'true' });
  const panel = element('div', { class: 'n-blatt__flaeche md-typeset' }, handle, made.holder, bar);
  let isOutside = false;
  made.dialog = element('dialog', {
    class: 'n-blatt',
    pointerdown: ({ target, timeStamp }) => { isOutside = target === made.dialog && timeStamp > made.openedAt + TWICE; },
    click: ({ target }) => target === made.dialog && isOutside && close(),
    // The phone's back gesture asks a dialog to close before it changes the history.
    cancel: (event) => {
      event.preventDefault();
      if (levels.length > 1) window.history.back();
      else close();
    },
    keydown: (event) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      close();
    },
    close: () => made.dialog.open || closed(),
  }, panel);
  pulledDown(panel, close);
  onCollections(mark);
  document.body.append(made.dialog);
  return made;
}

function close() {
  sheet.dialog.close();
  closed();
}

/** After closing in any way: reset the levels, restore the focus and the history. */
function closed() {
  for (const level of levels.splice(0)) level.box.remove();
  opener?.focus({ preventScroll: true });
  opener = null;
  if (!trail().length || isLeaving) return;
  isLeaving = true;
  window.history.go(-trail().length);
}

/** Load the system's bundle before the first tap, when the browser is idle. */
function prefetch() {
  const system = currentSystem();
  if (!system || navigator.connection?.saveData || !hasReferences()) return;
  const later = window.requestIdleCallback ?? ((work) => setTimeout(work, 1000));
  later(() => version().then(() => bundle(system)).catch(() => {})); // the newest bundle, for next time
}

export function start() {
  document.addEventListener('click', tapped);
  window.addEventListener('popstate', () => {
    isLeaving = false;
    show(trail());
  });
  show(trail());
  const worker = origin && navigator.serviceWorker;
  // On a first visit the service worker fetches all bundles; fetching this one here too would transfer it twice.
  if (worker && !worker.controller) worker.addEventListener('controllerchange', prefetch, { once: true });
  else if (document.readyState === 'complete') prefetch();
  else window.addEventListener('load', prefetch);
}
