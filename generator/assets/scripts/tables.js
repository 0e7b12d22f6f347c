// Makes long tables of data sortable by their headings and filterable by words, and shows rows as cards on a phone that is too narrow for
// their columns; at a desk such columns become narrower. Without this script they are complete, in book order, and scroll.

import { element } from './site.js';
import { inSlices } from './slices.js';

const LONG = 8;
/** Made for the first sort: it takes longer than everything else that our scripts do on a page without tables. */
let collator = null;
const folded = (text) => text.replaceAll('\u00ad', '').toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss');

function sortable(table) {
  const body = table.tBodies[0];
  const inOrder = [...body.rows];
  for (const heading of table.tHead.rows[0].cells) {
    for (const link of heading.querySelectorAll('a')) link.replaceWith(...link.childNodes); // none within the button
    const click = () => {
      const was = heading.getAttribute('aria-sort');
      const now = was === 'ascending' ? 'descending' : was === 'descending' ? null : 'ascending';
      for (const other of table.tHead.rows[0].cells) other.removeAttribute('aria-sort');
      const cell = (row) => row.cells[heading.cellIndex]?.textContent.trim() ?? '';
      const rows = [...inOrder];
      if (now) {
        heading.setAttribute('aria-sort', now);
        collator ??= new Intl.Collator('de', { numeric: true });
        rows.sort((a, b) => collator.compare(cell(a), cell(b)) * (now === 'ascending' ? 1 : -1));
      }
      body.append(...rows);
    };
    const button = element('button', { type: 'button', class: 'n-sortieren', click }, ...heading.childNodes);
    if (heading.ariaLabel) button.ariaLabel = heading.ariaLabel;
    heading.append(button);
  }
}

function filterable(frame, table) {
  const rows = [...table.tBodies[0].rows].map((row) => [row, folded(row.textContent)]);
  const status = element('span', { role: 'status' });
  const input = ({ target }) => {
    const words = folded(target.value).split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const [row, text] of rows) {
      row.hidden = !words.every((word) => text.includes(word));
      shown += row.hidden ? 0 : 1;
    }
    status.textContent = words.length ? `${shown} von ${rows.length}` : '';
  };
  const field = element('input', { type: 'search', autocomplete: 'off', input });
  const bar = element('div', { class: 'n-filter' }, element('label', {}, 'Zeilen mit ', field), status);
  frame.before(bar);
  return bar;
}

// -- cards --------------------------------------------------------------------------------------------------------------------

const ROLES = { // which other values of display remove
  table: 'table', ':is(thead, tbody)': 'rowgroup', tr: 'row', td: 'cell', th: 'columnheader', 'tbody tr > :first-child': 'rowheader',
};

/** Show rows as cards, with a button for the other look, in the filter's bar or below. */
function carded(frame, table, bar) {
  const names = [...table.tHead.rows[0].cells].map((cell) => cell.textContent.trim());
  for (const cell of [...table.tBodies[0].rows].flatMap((row) => [...row.cells])) cell.dataset.spalte = names[cell.cellIndex] ?? '';
  for (const [name, role] of Object.entries(ROLES)) {
    for (const one of frame.querySelectorAll(name)) one.setAttribute('role', role);
  }
  const click = () => { other.textContent = frame.classList.toggle('n-karten') ? 'Als Tabelle' : 'Als Karten'; };
  const other = element('button', { type: 'button', class: 'n-knopf n-ansicht', click });
  if (bar) bar.append(other);
  else frame.after(other);
  click();
}

/** Make the columns of a table at a desk only as narrow as necessary: "10 cm" stays on one line if possible, and words stay whole. */
function narrowed(frame) {
  frame.classList.add('n-eng', 'n-heil');
  frame.classList.toggle('n-heil', !isTooWide(frame));
  frame.classList.toggle('n-enger', isTooWide(frame));
}

/** Whether a table of short values alone fits in smaller letters; readers compare its columns, which cards would prevent. */
function isKept(frame) {
  if (frame.querySelector('td:not(.n-kurz, :empty, :first-child)')) return false;
  frame.classList.add('n-eng', 'n-heil');
  const fits = !isTooWide(frame);
  if (!fits) frame.classList.remove('n-eng', 'n-heil');
  return fits;
}

const isTooWide = (frame) => frame.scrollWidth > frame.clientWidth + 1;

/** Set up every table of the page, in slices, so that a phone keeps responding. Reads all widths before any change, which would
 * force another layout. Tables down to the row in the address come at once. */
export function start() {
  const isNarrow = window.matchMedia('(max-width: 44.98em)').matches;
  const frames = Array.from(document.querySelectorAll('.tabelle'), (one) => [one, isTooWide(one)]);
  const row = document.getElementById(window.location.hash.slice(1)); // no `:target` yet
  if (row?.matches('.tabelle tr')) inPlace(row, () => [...setUp(frames.splice(0, frames.findIndex(([frame]) => frame.contains(row)) + 1), isNarrow)]);
  inSlices(setUp(frames, isNarrow)).catch((problem) => console.error(problem));
}

/** The table of a frame, if it has a heading and rows. */
function tableIn(frame) {
  const table = frame.querySelector('table.n-tabelle');
  return table?.tHead && table.tBodies[0] ? table : null;
}

/** Fit the tables of a loaded rule: in smaller letters, or as cards, if they are wider than their place. Sheets and pop-overs are
 * narrow everywhere. */
export function fitted(box) {
  for (const frame of [...box.querySelectorAll('.tabelle:has(> table:not([role]))')].filter(isTooWide)) {
    const table = tableIn(frame);
    if (table && !isKept(frame)) carded(frame, table);
  }
}

/** Make a change that moves the row of the address, and keep the row at its place on screen, or scroll to it if the reader has not
 * scrolled yet. */
function inPlace(row, change) {
  const { top } = row.getBoundingClientRect();
  const isUnread = !window.scrollY;
  change();
  if (isUnread) row.scrollIntoView();
  else if (top >= 0 && top < window.innerHeight) window.scrollBy({ top: row.getBoundingClientRect().top - top, behavior: 'instant' });
}

function* setUp(frames, isNarrow) {
  for (const [frame, wasTooWide] of frames) {
    const table = tableIn(frame);
    if (!table) continue;
    const isLong = table.tBodies[0].rows.length >= LONG;
    if (isLong) sortable(table);
    const bar = isLong && filterable(frame, table);
    if (wasTooWide || isTooWide(frame)) {
      if (!isNarrow) narrowed(frame);
      else if (!isKept(frame)) carded(frame, table, bar);
    }
    yield;
  }
}
