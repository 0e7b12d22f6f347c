/* The sheet's frame: a modal dialog over the whole window with a panel at the bottom, its buttons within reach of the thumb. */

import { isFavourite, keep, onCollections } from './collections.js';
import { copy } from './copy.js';
import { icon } from './icons.js';
import { publicPage } from './public.js';
import { address, element } from './site.js';

const TWICE = 400; // milliseconds in which a second tap belongs to the first and, outside the panel, closes nothing

/**
 * A closed sheet, whose buttons call `back` and `close`. It shows what `contents` (contents.js) makes:
 *
 *   const sheet = frame({ back, close });
 *   sheet.place(level, true);  // with a back button
 *   sheet.open();
 */
export function frame({ back, close }) {
  const parts = made();
  parts.backButton.addEventListener('click', back);
  parts.closeButton.addEventListener('click', close);
  parts.dialog.addEventListener('pointerdown', ({ target, timeStamp }) => {
    parts.isOutside = target === parts.dialog && timeStamp > parts.opened + TWICE;
  });
  parts.dialog.addEventListener('click', ({ target }) => target === parts.dialog && parts.isOutside && close());
  parts.copyButton.addEventListener('click', () => copy(publicPage(parts.level.id), 'Link kopiert.', 'Link'));
  parts.starButton.addEventListener('click', () => keep(parts.level.id, parts.level.title));
  onCollections(() => star(parts));
  document.body.append(parts.dialog);
  return {
    dialog: parts.dialog,
    panel: parts.panel,
    open: () => open(parts),
    closed: () => lock(false),
    place: (level, hasBack) => place(parts, level, hasBack),
    name: (level) => name(parts, level),
  };
}

function open(parts) {
  parts.opened = performance.now();
  lock(true);
  parts.dialog.showModal();
}

function made() {
  const dialog = element('dialog', { class: 'n-blatt' });
  const panel = element('div', { class: 'n-blatt__flaeche md-typeset' });
  const parts = {
    dialog,
    panel,
    holder: element('div', { class: 'n-blatt__inhalt' }),
    backButton: button('Zurück', 'back'),
    closeButton: button('Schließen', 'remove'),
    starButton: button('Merken', 'star'),
    copyButton: button('Link kopieren', 'link'),
    pageLink: element('a', { class: 'n-blatt__seite' }, 'Zur Regel'),
  };
  const bar = element('div', { class: 'n-blatt__leiste' });
  bar.append(parts.backButton, parts.starButton, parts.copyButton, parts.pageLink, parts.closeButton);
  panel.append(element('div', { class: 'n-blatt__griff', 'aria-hidden': 'true' }), parts.holder, bar);
  dialog.append(panel);
  return parts;
}

const button = (label, drawing) => element('button', { type: 'button', 'aria-label': label, title: label }, icon(drawing));

function place(parts, level, hasBack) {
  if (!parts.holder.contains(level.box)) parts.holder.append(level.box);
  parts.backButton.hidden = !hasBack;
  name(parts, level);
}

/** Update everything in the frame that identifies the rule. */
function name(parts, level) {
  parts.level = level;
  parts.dialog.setAttribute('aria-label', level.title);
  parts.pageLink.href = address(level.id);
  parts.starButton.hidden = level.id.startsWith('begriffe/');
  star(parts);
}

/** Show whether the rule is among the favourites. */
function star(parts) {
  if (parts.level) parts.starButton.setAttribute('aria-pressed', String(isFavourite(parts.level.id)));
}

/** Keep the page underneath from scrolling; reserves the space of its scrollbar. */
function lock(isOpen) {
  const page = document.documentElement;
  page.classList.toggle('n-blatt-rand', isOpen && window.innerWidth > page.clientWidth);
  page.classList.toggle('n-blatt-offen', isOpen);
}
