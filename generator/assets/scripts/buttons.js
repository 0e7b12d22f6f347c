/* Buttons and checkboxes as all pages have them. */

import { icon } from './icons.js';
import { element } from './site.js';

/** A button with an icon and a text. `more` are further attributes. */
export function button(name, text, run, more = {}) {
  const made = element('button', { type: 'button', class: 'n-knopf', ...more }, ...(name ? [icon(name)] : []), element('span', {}, text));
  if (run) made.addEventListener('click', run);
  return made;
}

/** A checkbox in its label; calls `changed(isOn)`. */
export function checkbox(text, isOn, changed, attributes = {}) {
  const box = element('input', { type: 'checkbox' });
  box.checked = isOn;
  box.addEventListener('change', () => changed(box.checked));
  return element('label', attributes, box, text);
}
