/* How pages word the values of fields, as wording.py does for built pages (tests/cases/pages covers both). Pure. */

import { wording } from './shared.js';

/** "2026-11-21" in German: "21.11.2026". */
export const germanDate = (date) => date.split('-').reverse().join('.');

/** "Grundregeln 17.0"; "Kapitel 3" if that already names the part ("Kapitel Drei"), "Abbildung 2.1" in "Abbildungen". */
export function placeInBook(part, number) {
  const word = number?.split(' ')[0];
  const isSaid = part && number && wording.PLURAL_ENDINGS.some((ending) => part.split(' ')[0] === word + ending);
  return [isSaid ? '' : part, number].filter(Boolean).join(' ');
}

/** A part's title with its name, if it has one: "Kapitel Neun: Zaubern". */
export const partHeading = ({ title, name }) => (name ? `${title}: ${name}` : title);

/** The number that a list shows before a title; "" if the title contains it. */
export const shownNumber = ({ title, number }) => (number && !title.startsWith(number) && !title.includes(`(${number})`) ? number : '');

/** How a player cites an entry: "Grundregeln 17.0, S. 97". */
export function citation(record, part) {
  const place = placeInBook(part?.title || record.part_id, record.number);
  return record.page ? `${place}, S. ${record.page}` : place;
}

/** An entry's number and page, unless `shown`, the link's text, contains them. */
export function placeOnPaper(record, part, shown) {
  const page = record.page ? `S. ${record.page}` : '';
  const number = record.number && !page ? citation(record, part) : record.number || '';
  return [says(shown, record.number) ? '' : number, says(shown, record.page) ? '' : page].filter(Boolean).join(', ');
}

/** Whether words contain a number: "18.0" contains neither 1 nor 8.0. */
function says(words, number) {
  const written = String(number ?? '').replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  return written !== '' && new RegExp(`(?:^|[^\\p{L}\\p{N}_.])${written}(?![\\p{L}\\p{N}_]|\\.[\\p{L}\\p{N}_])`, 'u').test(words);
}
