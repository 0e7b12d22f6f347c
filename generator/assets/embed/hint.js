/* Hints: a rule's short text beside any link to it and any element with data-regel. One at a time; by mouse, keyboard and finger. */

import { card, element, shadow, worded } from './parts.js';
import { linkedId, rule, systemOf } from './rules.js';
import { option } from './site.js';

const NAME = 'nachschlag-hinweis';
const EDGE = 8;
let hint, anchor, shown, described, timer, byFinger;

function place() {
  if (!anchor || !hint?.isConnected) return undefined;
  if (!anchor.isConnected) return hide();
  const line = anchor.getClientRects()[0] ?? anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height, style } = hint;
  const below = line.bottom + EDGE / 2;
  const top = below + height > innerHeight - EDGE ? line.top - EDGE / 2 - height : below;
  style.left = `${Math.max(EDGE, Math.min(line.left, document.documentElement.clientWidth - width - EDGE))}px`;
  style.top = `${Math.max(EDGE, Math.min(top, innerHeight - height - EDGE))}px`;
}

export function hide() {
  clearTimeout(timer);
  const left = anchor;
  anchor = null; // removing a focused element calls this again
  if (!hint?.isConnected || !left) return;
  if (described) left.setAttribute('aria-describedby', described);
  else left.removeAttribute('aria-describedby');
  hint.remove();
}

function open(found, system) {
  hint ??= element('div', { id: NAME, role: 'tooltip', popover: 'manual', 'data-regel-nicht': '' });
  hint.setAttribute('farben', anchor.closest('[data-regel-farben]')?.dataset.regelFarben ?? '');
  shadow(hint).replaceChildren(card(found, false));
  hint.style.setProperty('--spiel', system?.accent ?? '');
  const { short, lang } = worded(found);
  Object.assign(hint, { textContent: short ?? '', lang });
  const root = anchor.getRootNode();
  (anchor.closest('dialog, main, header, footer, nav, aside') ?? root.body ?? root).append(hint); // within its landmark
  hint.showPopover?.();
  anchor.removeAttribute('title'); // would be shown a second time
  described = anchor.getAttribute('aria-describedby');
  anchor.setAttribute('aria-describedby', [described, NAME].filter(Boolean).join(' '));
  place();
}

/** The rule of an element: its `data-regel`, or the target of a plain link. */
const refOf = (one) => one.dataset.regel ?? linkedId(one);

/** Show the hint of a rule at an element. → whether there is one */
export async function show(wanted, ref = refOf(wanted)) {
  clearTimeout(timer);
  if (anchor === wanted && shown === ref && hint?.isConnected) return true;
  hide();
  [anchor, shown] = [wanted, ref];
  try {
    const found = await rule(ref), system = found && option('spielfarbe') && await systemOf(found.id);
    if (!found || anchor !== wanted || shown !== ref || !wanted.isConnected) return false;
    if (!hint?.isConnected) open(found, system); // otherwise another call was faster
    return true;
  } catch {
    return false;
  }
}

/** The element with a hint at which an event happened, even within shadow roots. */
const anchorOf = (event) => !isHints(event) && event.composedPath().find((one) => one.matches?.('[data-regel]')
  || (one.localName === 'a' && option('links') !== false && linkedId(one) && !one.closest('[data-regel-nicht]')));
const isHints = (event) => event.composedPath().includes(hint);
const soon = (what, time) => { clearTimeout(timer); timer = setTimeout(what, time); };

/** Lead Tab from an element that is no link to the link in its hint, then to what follows the element. */
function step(event) {
  const link = anchor && hint?.isConnected && hint.shadowRoot.querySelector('a');
  if (!link) return;
  if (isHints(event)) {
    anchor.focus();
    if (event.shiftKey) event.preventDefault();
  } else if (!event.shiftKey && !anchor.matches('a[href]') && event.composedPath()[0] === anchor) {
    event.preventDefault();
    link.focus();
  }
}

/** Listen on the whole page, so that later elements have hints too. */
export function hints() {
  addEventListener('pointerover', (event) => {
    const over = anchorOf(event);
    if (isHints(event) || (over && over === anchor)) clearTimeout(timer);
    else if (event.pointerType !== 'touch' && over) soon(() => show(over), 150);
    else if (event.pointerType !== 'touch' && !anchor?.matches(':focus-visible')) soon(hide, 250);
  });
  addEventListener('pointerdown', (event) => { byFinger = event.pointerType === 'touch'; }, true);
  addEventListener('focusin', (event) => {
    const over = !byFinger && anchorOf(event);
    if (over) show(over);
  });
  addEventListener('focusout', ({ relatedTarget }) => { if (anchor && relatedTarget !== hint && relatedTarget !== anchor) hide(); });
  addEventListener('keydown', (event) => {
    byFinger = false;
    if (event.key === 'Tab') step(event);
    if (event.key !== 'Escape' || !anchor) return;
    if (isHints(event)) anchor.focus();
    hide();
  });
  addEventListener('click', (event) => {
    const tapped = anchorOf(event);
    if (!tapped && !isHints(event)) return hide();
    if (!tapped || !byFinger || anchor === tapped) return undefined; // the second tap follows a link
    event.preventDefault();
    return show(tapped).then((is) => is || anchor !== tapped || !tapped.href || tapped.click()); // no hint: follow the link
  });
  addEventListener('scroll', place, { capture: true, passive: true });
  addEventListener('resize', place);
}
