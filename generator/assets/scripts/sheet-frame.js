/* The sheet's frame: a modal dialog over the whole window with a panel at the bottom, its buttons within reach of the thumb. */

import { isFavourite, keep, onCollections } from './collections.js';
import { copy } from './copy.js';
import { icon } from './icons.js';
import { isPinned, pin } from './pins.js';
import { publicPage } from './public.js';
import { address, element } from './site.js';

const TWICE = 400; // milliseconds in which a second tap belongs to the first and, outside the panel, closes nothing

/**
 * A closed sheet, whose buttons call `back` and `close`. It shows what `contents` (contents.js) makes:
 *
 *   const sheet = new Frame(back, close);
 *   sheet.place(level, true);  // with a back button
 *   sheet.open();
 */
export class Frame {
  constructor(back, close) {
    this.holder = element('div', { class: 'n-blatt__inhalt' });
    this.backButton = button('Zurück', 'back', back);
    this.starButton = button('Merken', 'star', () => keep(this.level.id, this.level.title));
    this.pinButton = button('Anheften', 'pin', () => {
      pin(this.level);
      this.mark();
    });
    this.pageLink = element('a', { class: 'n-blatt__seite' }, 'Zur Regel');
    const copyButton = button('Link kopieren', 'link', () => copy(publicPage(this.level.id), 'Link kopiert.', 'Link'));
    const buttons = [this.backButton, this.starButton, this.pinButton, copyButton, this.pageLink, button('Schließen', 'remove', close)];
    const handle = element('div', { class: 'n-blatt__griff', 'aria-hidden': 'true' });
    const bar = element('div', { class: 'n-blatt__leiste' }, ...buttons);
    this.panel = element('div', { class: 'n-blatt__flaeche md-typeset' }, handle, this.holder, bar);
    this.dialog = element('dialog', { class: 'n-blatt' }, this.panel);
    let isOutside = false;
    this.dialog.addEventListener('pointerdown', ({ target, timeStamp }) => {
      isOutside = target === this.dialog && timeStamp > this.opened + TWICE;
    });
    this.dialog.addEventListener('click', ({ target }) => target === this.dialog && isOutside && close());
    onCollections(() => this.mark());
    document.body.append(this.dialog);
  }

  open() {
    this.opened = performance.now();
    const page = document.documentElement;
    page.classList.toggle('n-blatt-rand', window.innerWidth > page.clientWidth); // reserves the space of its scrollbar
    this.dialog.showModal();
  }

  place(level, hasBack) {
    if (!this.holder.contains(level.box)) this.holder.append(level.box);
    this.backButton.hidden = !hasBack;
    this.name(level);
  }

  /** Update everything that identifies the rule. */
  name(level) {
    this.level = level;
    this.dialog.setAttribute('aria-label', level.title);
    this.pageLink.href = address(level.id);
    this.starButton.hidden = level.id.startsWith('begriffe/');
    this.mark();
  }

  /** Show whether the rule is among the favourites, and whether it is pinned. */
  mark() {
    if (!this.level) return;
    this.starButton.setAttribute('aria-pressed', String(isFavourite(this.level.id)));
    this.pinButton.setAttribute('aria-pressed', String(isPinned(this.level.id)));
  }
}

function button(label, drawing, run) {
  const made = element('button', { type: 'button', 'aria-label': label, title: label }, icon(drawing));
  made.addEventListener('click', run);
  return made;
}
