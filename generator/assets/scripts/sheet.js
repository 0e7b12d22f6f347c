/* A tap on a reference shows its rule in a sheet from below; the text underneath keeps its place.

   Every level (a rule opened from a rule) is a state of the browser's history: the phone's back gesture goes back one level, and
   returning from another page restores the sheet. */

import { bundle } from './bundles.js';
import { contents, toPassage, toSection } from './contents.js';
import { origin, version } from './data.js';
import { hasReferences, hitAt, referenceAt } from './references.js';
import { Frame } from './sheet-frame.js';
import { currentSystem, isPlain, isTouch } from './site.js';
import { pulledDown } from './swipe.js';

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
  sheet.name(level);
  toSection(level);
  toPassage(level);
}

function reveal() {
  sheet ??= framed();
  const top = levels.at(-1);
  for (const level of levels) level.box.hidden = level !== top;
  sheet.place(top, levels.length > 1);
  if (!sheet.dialog.open) sheet.open();
  top.box.scrollTop = top.scrolled;
  top.box.focus({ preventScroll: true });
}

function framed() {
  const made = new Frame(() => window.history.back(), close);
  pulledDown(made.panel, close);
  // The phone's back gesture asks a dialog to close before it changes the history.
  made.dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    if (levels.length > 1) window.history.back();
    else close();
  });
  made.dialog.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    close();
  });
  made.dialog.addEventListener('close', () => made.dialog.open || closed());
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
  later(() => version().then(() => bundle(system)).catch(() => {})); // the newest, for next time
}

export function start() {
  if (!window.HTMLDialogElement) return;
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
