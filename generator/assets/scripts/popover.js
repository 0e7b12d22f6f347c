/* For mouse and keyboard: show a reference's rule in a pop-over beside it, and its own references in further pop-overs. The links
   stay links.

   A pop-over stays open briefly after the pointer has left the reference, so that the pointer can reach it. */

import { contents, toSection } from './contents.js';
import { hasRoom, pinButton } from './pins.js';
import { referenceAt } from './references.js';
import { element } from './site.js';

const INTENT = 150; // milliseconds on a reference before its rule appears
const GRACE = 300; // milliseconds for which a pop-over outlives the pointer
const EDGE = 8; // pixels to the window's edges
const GAP = 6; // pixels to the reference
const FAR = 48; // pixels by which the page may scroll under a pop-over opened by pointer
const ENOUGH = 280; // pixels of room below the reference that suffice for the pop-over

const open = []; // the pop-overs, each {link, box, at, scrolled}: each beside a reference in the page or in the pop-over before
let timer = 0;
let lastKey = ''; // "" after use of a pointer, whose focus opens nothing
let lastPoint = ''; // last position of the pointer: a reference that scrolls under a resting pointer is not pointed at

/** The number of pop-overs around a node: 0 on the page, 1 in the first. */
const depthOf = (node) => open.findIndex(({ box }) => box.contains(node)) + 1;

function after(milliseconds, work) {
  window.clearTimeout(timer);
  timer = window.setTimeout(work, milliseconds);
}

function pointed({ target, pointerType, clientX: x, clientY: y }) {
  const isResting = lastPoint === `${x} ${y}`;
  lastPoint = `${x} ${y}`;
  if (pointerType !== 'mouse' || isResting) return;
  const found = referenceAt(target);
  const depth = depthOf(target);
  if (found && open[depth]?.link === found.link) after(GRACE, () => closeFrom(depth + 1));
  else if (found) after(INTENT, () => show(found, depth, { x, y }));
  else after(GRACE, () => closeFrom(depth));
}

function focused({ target }) {
  const found = referenceAt(target);
  const depth = depthOf(target);
  if (!found) closeFrom(depth); // also if a key moves the focus elsewhere, as "/" does to the search
  else if (lastKey === 'Tab' && window.matchMedia('(hover: hover)').matches) after(INTENT, () => show(found, depth));
}

function show(found, depth, point) {
  closeFrom(depth);
  if (!found.link.isConnected || document.querySelector('dialog[open]')) return;
  const made = contents(found.id, found.title);
  const hint = !point && element('p', { class: 'n-vorschau__taste' }, element('kbd', {}, 'Alt'), ' ', element('kbd', {}, '↓'), ' hinein');
  const box = element('div', { class: 'n-vorschau md-typeset', role: 'dialog', 'aria-label': found.title }, made.box, hint);
  const shown = { link: found.link, box, at: onPage(rectAt(found.link, point)), scrolled: point ? window.scrollY : null };
  open.push(shown);
  document.body.append(box);
  place(shown);
  made.ready.then((result) => arrived(shown, made, result));
}

function arrived(shown, made, result) {
  if (!open.includes(shown)) return;
  if (result === 'unknown') {
    closeFrom(open.indexOf(shown));
    return;
  }
  if (result === 'shown' && hasRoom()) shown.box.prepend(pinButton(made, open[0].link, (event) => backTo(open.indexOf(shown), event)));
  describe(shown);
  place(shown);
  toSection(made);
}

/** Let screen readers read the short rule after the reference. */
function describe({ link, box }) {
  const short = box.querySelector('.n-kurzregel');
  if (!short) return;
  short.id = `n-vorschau-${depthOf(box)}`;
  link.setAttribute('aria-describedby', short.id);
}

function closeFrom(depth) {
  window.clearTimeout(timer);
  for (const { link, box } of open.splice(depth)) {
    link.removeAttribute('aria-describedby');
    box.remove();
  }
}

/** The line of a reference under the pointer, otherwise the first. */
function rectAt(link, point) {
  const rects = [...link.getClientRects()];
  const isUnder = ({ left, right, top, bottom }) => point.x >= left - 1 && point.x <= right + 1 && point.y >= top - 1 && point.y <= bottom + 1;
  return (point && rects.find(isUnder)) || rects[0] || link.getBoundingClientRect();
}

const onPage = ({ left, top, bottom }) => ({ left: left + window.scrollX, top: top + window.scrollY, bottom: bottom + window.scrollY });

/** Place a pop-over below the reference if there is room, otherwise above; never outside the window. */
function place({ box, at }) {
  box.style.maxHeight = '';
  const { clientWidth, clientHeight } = document.documentElement;
  const above = at.top - window.scrollY - GAP - EDGE;
  const below = clientHeight - (at.bottom - window.scrollY) - GAP - EDGE;
  const isBelow = below >= Math.min(box.offsetHeight, ENOUGH) || below >= above;
  const height = Math.min(box.offsetHeight, isBelow ? below : above);
  box.style.maxHeight = `${height}px`;
  box.style.top = `${isBelow ? at.bottom + GAP : at.top - GAP - height}px`;
  const right = window.scrollX + clientWidth - box.offsetWidth - EDGE;
  box.style.left = `${Math.max(window.scrollX + EDGE, Math.min(at.left - EDGE, right))}px`;
}

function pressed(event) {
  lastKey = event.key;
  const depth = depthOf(document.activeElement);
  if (event.key === 'Escape' && open.length) backTo(Math.max(0, depth - 1), event);
  else if (event.key === 'ArrowDown' && event.altKey) enter(depth, event);
  else if (event.key === 'Tab' && depth && isLast(open[depth - 1].box, event.shiftKey)) backTo(depth - 1, event);
}

/** Move the focus into the pop-over beside the focused reference. */
function enter(depth, event) {
  if (open[depth]?.link !== document.activeElement) return;
  event.preventDefault();
  open[depth].box.querySelector('a[href]')?.focus();
}

/** Close a pop-over and those in it; returns a focus in them to its reference. */
function backTo(depth, event) {
  event.preventDefault();
  const { link } = open[depth];
  const isInside = depthOf(document.activeElement) > depth;
  closeFrom(depth);
  lastKey = '';
  if (isInside) link.focus();
}

/** Whether the focus is on the last of a box's controls in the direction of the Tab key. */
function isLast(box, isBackwards) {
  const controls = [...box.querySelectorAll('a[href], button, summary, [tabindex="0"]')];
  return controls.at(isBackwards ? 0 : -1) === document.activeElement;
}

/** Close a pop-over when its reference is out of sight; one opened by pointer earlier, before it moves under the pointer and
    scrolls itself. */
function scrolled({ target }) {
  const depth = depthOf(target);
  if (depth) closeFrom(depth);
  else if (open.length && isGone(open[0])) closeFrom(0);
}

/** Whether a reference is out of sight; one in a pinned rule always counts, because pinned rules scroll separately. */
function isGone({ link, at, scrolled: before }) {
  const { scrollY, innerHeight } = window;
  return link.closest('.n-angeheftete') || at.bottom < scrollY || at.top > scrollY + innerHeight || (before !== null && Math.abs(scrollY - before) > FAR);
}

export function start() {
  document.addEventListener('pointerover', pointed);
  document.documentElement.addEventListener('pointerleave', () => after(GRACE, () => closeFrom(0)));
  document.addEventListener('pointerdown', ({ target }) => {
    lastKey = '';
    closeFrom(depthOf(target));
  });
  document.addEventListener('focusin', focused);
  document.addEventListener('keydown', pressed);
  document.addEventListener('scroll', scrolled, { passive: true, capture: true });
  window.addEventListener('resize', () => closeFrom(0));
  window.addEventListener('pageshow', () => closeFrom(0));
}
