/* Our dialogs: the browser's own <dialog>, so that Esc, focus and screen readers work as usual. */

import { element } from './site.js';

let count = 0;

/** Open a dialog with a title and contents; closing removes it. Returns the dialog. */
export function openDialog(title, ...contents) {
  count += 1;
  const close = element('button', { type: 'button', class: 'n-knopf' }, 'Schließen');
  const heading = element('h2', { id: `n-dialog-${count}`, class: 'n-dialog__titel' }, title);
  const inside = element('div', { class: 'n-dialog__innen' }, heading, ...contents, element('p', { class: 'n-dialog__ende' }, close));
  const dialog = element('dialog', { class: 'n-dialog md-typeset', 'aria-labelledby': heading.id }, inside);
  close.addEventListener('click', () => dialog.close());
  // The content covers the dialog, so a tap on the dialog itself is a tap outside.
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Ask for confirmation of something irreversible; resolves to the answer. */
export function confirmed(question, yes) {
  return new Promise((resolve) => {
    const button = element('button', { value: 'ja', class: 'n-knopf n-knopf--stark' }, yes);
    const dialog = openDialog(question, element('form', { method: 'dialog' }, element('p', {}, button)));
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'ja'));
  });
}

/** Ask for a line of text; resolves to it, or to null. */
export function asked(title, label, value = '') {
  return new Promise((resolve) => {
    const input = element('input', { type: 'text', name: 'antwort', maxlength: '80', required: '', autocomplete: 'off', value });
    const submit = element('button', { value: 'fertig', class: 'n-knopf n-knopf--stark' }, 'Fertig');
    const form = element('form', { method: 'dialog', class: 'n-dialog__frage' }, element('label', {}, label, input), submit);
    const dialog = openDialog(title, form);
    dialog.addEventListener('close', () => resolve((dialog.returnValue && input.value.trim()) || null));
    input.focus();
    input.select();
  });
}
