/* Copy text; if the browser does not allow it, offer the text in a field for copying by hand. */

import { openDialog } from './dialog.js';
import { say } from './notice.js';
import { element } from './site.js';

/** Copy a text and say so ("Link kopiert."), or offer it under a title. */
export async function copy(text, done, title) {
  try {
    await navigator.clipboard.writeText(text);
    say(done);
  } catch {
    const field = textField(title, text);
    openDialog('Von Hand kopieren', element('p', {}, 'Dein Browser lässt die Seite nicht kopieren. Der Text ist markiert:'), field);
    field.querySelector('textarea').focus();
  }
}

/** A labelled field whose text is selected on focus. */
function textField(label, text) {
  const area = element('textarea', { readonly: '', rows: String(Math.min(6, Math.ceil(text.length / 40))), spellcheck: 'false' });
  area.value = text;
  area.addEventListener('focus', () => area.select());
  return element('label', { class: 'n-textfeld' }, label, area);
}

/** A text field with a button that copies it. */
export function copyField(label, text) {
  const button = element('button', { type: 'button', class: 'n-knopf' }, `${label} kopieren`);
  button.addEventListener('click', () => copy(text, `${label}: kopiert.`, label));
  return element('div', { class: 'n-kopierfeld' }, textField(label, text), button);
}
