/* How pages say what fields hold, as wording.py does for the pages that are built (tests/cases/pages holds for both). Pure. */

/** What a word before a number may have added in a part's title. */
const PLURAL_ENDINGS = ['', 'e', 'n', 'en', 'er', 's'];

/** "Grundregeln 17.0"; "Kapitel 3" where that says the part already ("Kapitel Drei"), "Abbildung 2.1" in "Abbildungen". */
export function placeInBook(part, number) {
  const word = number?.split(' ')[0];
  const isSaid = part && number && PLURAL_ENDINGS.some((ending) => part.split(' ')[0] === word + ending);
  return [isSaid ? '' : part, number].filter(Boolean).join(' ');
}

/** The number that a list shows before a title; "" where that bears it. */
export const shownNumber = ({ title, number }) => (number && !title.startsWith(number) ? number : '');

/** How a player cites an entry: "Grundregeln 17.0, S. 97". */
export function citation(record, part) {
  const place = placeInBook(part?.title || record.part_id, record.number);
  return record.page ? `${place}, S. ${record.page}` : place;
}

/** Number and page of an entry, as far as the words `shown` for it do not say them. */
export function placeOnPaper(record, part, shown) {
  const page = record.page ? `S. ${record.page}` : '';
  const number = record.number && !page ? citation(record, part) : record.number || '';
  return [says(shown, record.number) ? '' : number, says(shown, record.page) ? '' : page].filter(Boolean).join(', ');
}

/** Whether a number stands in words: 1 does not stand in 18.0, nor 8.0. */
function says(words, number) {
  const written = String(number ?? '').replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  return written !== '' && new RegExp(`(?:^|[^\\p{L}\\p{N}_.])${written}(?![\\p{L}\\p{N}_]|\\.[\\p{L}\\p{N}_])`, 'u').test(words);
}
