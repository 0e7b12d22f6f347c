/* Hints: what a rule does in short, beside any element with data-regel. One at a time; by mouse, keyboard and finger. */

import { card, element, shadow } from './parts.js';
import { rule } from './site.js';

const NAME = 'nachschlag-hinweis';
const EDGE = 8;
let hint, anchor, described, timer, byFinger;

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

function hide() {
  clearTimeout(timer);
  if (hint?.isConnected && anchor) {
    if (described) anchor.setAttribute('aria-describedby', described);
    else anchor.removeAttribute('aria-describedby');
    hint.remove();
  }
  anchor = null;
}

function open(found) {
  hint ??= element('div', { id: NAME, role: 'tooltip', popover: 'manual', 'data-regel-nicht': '' });
  hint.setAttribute('farben', anchor.closest('[data-regel-farben]')?.dataset.regelFarben ?? '');
  shadow(hint).replaceChildren(card(found, false));
  hint.textContent = found.short ?? '';
  (anchor.closest('dialog, main, header, footer, nav, aside') ?? document.body).append(hint); // within its landmark
  hint.showPopover?.();
  anchor.removeAttribute('title'); // would be shown a second time
  described = anchor.getAttribute('aria-describedby');
  anchor.setAttribute('aria-describedby', [described, NAME].filter(Boolean).join(' '));
  place();
}

async function show(wanted) {
  clearTimeout(timer);
  if (anchor === wanted) return;
  hide();
  anchor = wanted;
  try {
    const found = await rule(wanted.dataset.regel);
    if (found && anchor === wanted && wanted.isConnected) open(found);
  } catch {
    // no hint then
  }
}

const anchorOf = ({ target }) => target.closest?.('[data-regel]');
const soon = (what, time) => { clearTimeout(timer); timer = setTimeout(what, time); };

/** Listen on the whole page, so that elements that come later have hints, too. */
export function hints() {
  addEventListener('pointerover', (event) => {
    const over = anchorOf(event);
    if (event.target === hint || (over && over === anchor)) clearTimeout(timer);
    else if (event.pointerType !== 'touch' && over) soon(() => show(over), 150);
    else if (event.pointerType !== 'touch' && !anchor?.matches(':focus-visible')) soon(hide, 250);
  });
  addEventListener('pointerdown', (event) => { byFinger = event.pointerType === 'touch'; }, true);
  addEventListener('focusin', (event) => { if (!byFinger && anchorOf(event)) show(anchorOf(event)); });
  addEventListener('focusout', ({ relatedTarget }) => { if (anchor && relatedTarget !== hint) hide(); });
  addEventListener('keydown', ({ key }) => {
    byFinger = false;
    if (key === 'Escape') hide();
  });
  addEventListener('click', (event) => {
    const tapped = anchorOf(event);
    if (!tapped && event.target !== hint) return hide();
    if (!tapped || !byFinger || anchor === tapped) return undefined; // the second tap follows a link
    event.preventDefault();
    return show(tapped);
  });
  addEventListener('scroll', place, { capture: true, passive: true });
  addEventListener('resize', place);
}
