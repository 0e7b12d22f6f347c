// Makes long tables of data sortable by their headings and filterable by words. Without this script they are complete, in book
// order.

import { element } from './site.js';

const LONG = 8;
const collator = new Intl.Collator('de', { numeric: true });
const folded = (text) => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss');

function sortable(table) {
  const body = table.tBodies[0];
  const inOrder = [...body.rows];
  for (const heading of table.tHead.rows[0].cells) {
    for (const link of heading.querySelectorAll('a')) link.replaceWith(...link.childNodes); // none within the button
    const button = element('button', { type: 'button', class: 'n-sortieren' }, ...heading.childNodes);
    heading.append(button);
    button.addEventListener('click', () => {
      const was = heading.getAttribute('aria-sort');
      const now = was === 'ascending' ? 'descending' : was === 'descending' ? null : 'ascending';
      for (const other of table.tHead.rows[0].cells) other.removeAttribute('aria-sort');
      const cell = (row) => row.cells[heading.cellIndex]?.textContent.trim() ?? '';
      const rows = [...inOrder];
      if (now) {
        heading.setAttribute('aria-sort', now);
        rows.sort((a, b) => collator.compare(cell(a), cell(b)) * (now === 'ascending' ? 1 : -1));
      }
      body.append(...rows);
    });
  }
}

function filterable(frame, table) {
  const rows = [...table.tBodies[0].rows].map((row) => [row, folded(row.textContent)]);
  const input = element('input', { type: 'search', autocomplete: 'off' });
  const status = element('span', { role: 'status' });
  frame.before(element('div', { class: 'n-filter' }, element('label', {}, 'Zeilen mit ', input), status));
  input.addEventListener('input', () => {
    const words = folded(input.value).split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const [row, text] of rows) {
      row.hidden = !words.every((word) => text.includes(word));
      shown += row.hidden ? 0 : 1;
    }
    status.textContent = words.length ? `${shown} von ${rows.length}` : '';
  });
}

/** Set up every long table of the page. */
export function start() {
  for (const frame of document.querySelectorAll('.tabelle')) {
    const table = frame.querySelector('table.n-tabelle');
    if (!table?.tHead || !table.tBodies[0] || table.tBodies[0].rows.length < LONG) continue;
    sortable(table);
    filterable(frame, table);
  }
}
