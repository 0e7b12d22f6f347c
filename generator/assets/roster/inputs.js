/* The inputs for a list: a file chosen by button or dropped anywhere on the page, or pasted text. */

import { button } from '../scripts/buttons.js';
import { element } from '../scripts/site.js';

/** {box, fold, wait}; calls `read` with a file or a blob of text. */
export function inputs(read) {
  const taken = async (source) => {
    await read(source);
    file.value = ''; // so that the same file can be chosen again
  };
  const file = element('input', {
    type: 'file', hidden: '', accept: '.ros,.rosz,.json,.txt,.xml,.zip,application/json,text/plain', change: () => file.files[0] && taken(file.files[0]),
  });
  const text = element('textarea', { rows: '4', autocomplete: 'off', spellcheck: 'false', placeholder: 'Text der Liste hier einfügen' });
  const choose = button('', 'Datei wählen …', () => file.click(), { class: 'n-knopf n-knopf--stark' });
  const paste = button('', 'Text einlesen', () => (text.value.trim() ? taken(new Blob([text.value])) : text.focus()));
  takeDropped(taken);
  const box = element('details', { class: 'b-eingabe n-nur-schirm' },
    element('summary', {}, 'Datei oder Text'),
    element('p', {}, 'Aus New Recruit (JSON), BattleScribe (.ros, .rosz) oder als Text aus der App deines Spiels. Die Liste bleibt auf deinem Gerät.'),
    element('div', { class: 'n-leiste' }, choose),
    element('label', { class: 'n-textfeld' }, 'Oder als Text', text),
    element('div', { class: 'n-leiste' }, paste),
    file);
  const fold = () => {
    box.open = false;
    text.value = '';
  };
  const wait = (isBusy) => {
    for (const one of [choose, paste]) one.disabled = isBusy;
  };
  return { box, fold, wait };
}

/** Read a file or a text dropped on the page, instead of letting the browser open it. */
function takeDropped(read) {
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    const { files } = event.dataTransfer;
    const text = event.dataTransfer.getData('text/plain');
    if (files[0]) read(files[0]);
    else if (text.trim()) read(new Blob([text]));
  });
}
