/* Buttons, checkboxes and text fields as all pages have them, with our own icons: 24 by 24, drawn as lines in the text's colour. */

import { element } from './site.js';

const PATHS = {
  star: 'M12 3l2.8 5.8 6.4.9-4.6 4.4 1.1 6.3-5.7-3-5.7 3 1.1-6.3L2.8 9.7l6.4-.9z',
  share: 'M12 15V3M7.5 7L12 2.5 16.5 7M5 11v9.5h14V11',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4.2 4.2 0 0 0-6-6l-1.4 1.4M14 10a4 4 0 0 0-6-.4l-3 3a4.2 4.2 0 0 0 6 6l1.4-1.4',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  back: 'M15 5l-7 7 7 7',
  up: 'M12 19V5M6 11l6-6 6 6',
  down: 'M12 5v14M6 13l6 6 6-6',
  remove: 'M6 6l12 12M18 6L6 18',
  print: 'M7 8V3h10v5M7 17H4V8h16v9h-3M7 14h10v7H7z',
  pin: 'M9 4h6l-.6 6 3.1 3H6.5l3.1-3zM12 13v7.5',
  grip: 'M5 9h14M5 15h14',
};

/** The icon with a name, hidden from screen readers because the button's text says what it does. */
export function icon(name) {
  const box = element('template');
  box.innerHTML = `<svg class="n-bildchen n-bildchen-${name}" viewBox="0 0 24 24" aria-hidden="true"><path d="${PATHS[name]}"/></svg>`;
  return box.content.firstChild;
}

/** A button with an icon, if named, and a text. `more` are further attributes. */
export const button = (name, text, click, more = {}) =>
  element('button', { type: 'button', class: 'n-knopf', click, ...more }, name && icon(name), element('span', {}, text));

/** A button with an icon alone. */
export const iconButton = (name, label, click, more = {}) =>
  element('button', { type: 'button', 'aria-label': label, title: label, click, ...more }, icon(name));

/** A checkbox in its label; calls `changed(isOn)`. */
export function checkbox(text, isOn, changed, attributes = {}) {
  const box = element('input', { type: 'checkbox', change: () => changed(box.checked) });
  box.checked = isOn;
  return element('label', attributes, box, text);
}
