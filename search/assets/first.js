/* The whole rule of the first hit, opened in its place above the others. It stands before the list, as a listbox holds only options. */

import { element } from '../../generator/assets/scripts/site.js';
import { showRule } from './hits.js';

export class First {
  constructor() {
    this.button = element('button', { type: 'button', class: 'n-suche__auf', hidden: '', click: () => (this.place.hidden ? this.open() : this.fold()) });
    this.place = element('div', { class: 'n-suche__offen md-typeset', hidden: '' });
    this.box = element('div', {}, this.button, this.place);
    this.fold();
  }

  /** Offer to open the rule of an option; none for lists of rules. */
  offer(option) {
    this.option = option?.dataset.blatt === undefined ? null : option;
    this.button.hidden = !this.option;
    this.fold();
  }

  open() {
    showRule(this.option, this.place);
    this.show(true);
  }

  fold() {
    this.place.replaceChildren();
    this.show(false);
  }

  show(isOpen) {
    this.place.hidden = !isOpen;
    this.option?.classList.toggle('n-treffer--offen', isOpen);
    this.button.setAttribute('aria-expanded', String(isOpen));
    const label = isOpen ? 'Regel einklappen' : 'Ganze Regel hier zeigen';
    this.button.setAttribute('aria-label', label);
    this.button.title = label;
  }
}
