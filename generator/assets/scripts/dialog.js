/* Our dialogs: the browser's own <dialog>, so that Esc, focus and screen readers work as usual. */

import { button } from './buttons.js';
import { say } from './notice.js';
import { element } from './site.js';

let count = 0;

/** Open a dialog with a title and contents; closing removes it. Returns the dialog. */
export function openDialog(title, ...contents) {
  count += 1;
  const heading = element('h2', { id: `n-dialog-${count}`, class: 'n-dialog__titel' }, title);
  const end = element('p', { class: 'n-dialog__ende' }, button('', 'Schließen', () => dialog.close()));
  const inside = element('div', { class: 'n-dialog__innen' }, heading, ...contents, end);
  // The content covers the dialog, so a tap on the dialog itself is a tap outside.
  const closing = { click: ({ target }) => target === dialog && dialog.close(), close: () => dialog.remove() };
  const dialog = element('dialog', { class: 'n-dialog md-typeset', 'aria-labelledby': heading.id, ...closing }, inside);
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Ask something in a form, which may hold an `input`; resolves to the answer, or to null. */
function answered(title, form, input = null) {
  const dialog = openDialog(title, form);
  input?.focus();
  input?.select();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve((dialog.returnValue && (input?.value.trim() ?? 'ja')) || null));
  });
}

const strong = (text) => element('button', { value: 'ja', class: 'n-knopf n-knopf--stark' }, text);

/** Ask for confirmation of something irreversible; resolves to the answer. */
export const confirmed = async (question, yes) =>
  Boolean(await answered(question, element('form', { method: 'dialog' }, element('p', {}, strong(yes)))));

/** Ask for a line of text; resolves to it, or to null. */
export function asked(title, label, value = '') {
  const input = element('input', { type: 'text', name: 'antwort', maxlength: '80', required: '', autocomplete: 'off', value });
  const form = element('form', { method: 'dialog', class: 'n-dialog__frage' }, element('label', {}, label, input), strong('Fertig'));
  return answered(title, form, input);
}

/** Copy a text and say so ("Link kopiert."), or, if the browser does not allow it, offer it under a title for copying by hand. */
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
  const rows = String(Math.min(6, Math.ceil(text.length / 40)));
  const area = element('textarea', { readonly: '', rows, spellcheck: 'false', focus: () => area.select() });
  area.value = text;
  return element('label', { class: 'n-textfeld' }, label, area);
}

/** A text field with a button that copies it. */
export const copyField = (label, text) =>
  element('div', { class: 'n-kopierfeld' }, textField(label, text), button('', `${label} kopieren`, () => copy(text, `${label}: kopiert.`, label)));
