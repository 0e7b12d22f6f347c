/* Shared by the views of the page "Spickzettel": the switch between whole and brief rules, the window's title, printing. */

import { checkbox } from './buttons.js';
import { read, write } from './store.js';

/** " - Nachschlag": the end of every page's title. */
const [SITE] = / - [^-]*$|$/.exec(document.title);

/** Whether to show only the short rules. */
export const isBrief = () => read('collections-brief', false) === true;

/** A checkbox for that; calls `changed()` after a change. */
export const briefSwitch = (changed) => checkbox('Nur Kurzregeln', isBrief(), (isOn) => {
  write('collections-brief', isOn);
  changed();
}, { class: 'n-schalter' });

/** Name the window after the list, and thereby the file to which it is printed. */
export function nameWindow(title) {
  document.title = `${title}${SITE}`;
}

/** Print once everything has loaded. */
export async function printWhen(ready) {
  await ready;
  window.print();
}
