/* What the views of the page "Spickzettel" share: the switch between whole and brief rules, the window's name, printing. */

import { element } from './site.js';
import { read, write } from './store.js';

/** " - Nachschlag": what every page's name ends in. */
const [SITE] = / - [^-]*$|$/.exec(document.title);

/** Whether rules are shown by their short rules only. */
export const isBrief = () => read('collections-brief', false) === true;

/** A tick box for that; `changed()` is called after a change. */
export function briefSwitch(changed) {
  const box = element('input', { type: 'checkbox' });
  box.checked = isBrief();
  box.addEventListener('change', () => {
    write('collections-brief', box.checked);
    changed();
  });
  return element('label', { class: 'n-schalter' }, box, 'Nur Kurzregeln');
}

/** Name the window after the list: so is the file that a print of it becomes. */
export function nameWindow(title) {
  document.title = `${title}${SITE}`;
}

/** Print once everything is there. */
export async function printWhen(ready) {
  await ready;
  window.print();
}
