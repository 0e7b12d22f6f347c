/* How pages say what fields hold, as wording.py does for the pages that are built. Pure. */

const joined = (...texts) => texts.filter(Boolean).join(' · ');

/** How far a text is, as readers are told. */
export const statusWords = (status) => ({ entwurf: 'Entwurf, noch nicht gegengelesen', geprüft: 'am Buch geprüft' })[status] || status;

/** What a change concerns. */
export const changeWords = (kind) => ({ meaning: 'Bedeutung', wording: 'Wortlaut', number: 'Nummer', translation: 'Übersetzung' })[kind] || kind;

/** Version and day of a change: "Fassung 2.1 · 3. Mai 2026". */
export const changedWhen = ({ version = '', date }) => joined(/^\d/.test(version) ? `Fassung ${version}` : version, longDate(date));

/** "2026-05-01" as "1. Mai 2026"; "" where there is no day. */
export function longDate(date) {
  const [year, month, day] = (date || '').split('-').map(Number);
  return day ? `${day}. ${new Intl.DateTimeFormat('de', { month: 'long' }).format(new Date(year, month - 1, 15))} ${year}` : '';
}

/** Edition and version of the rules, without saying the edition twice. */
export const edition = (printed, { rules_version: version }) => joined((version || '').startsWith(printed) ? '' : printed, version);

/** Which rules a game's pages tell: edition, version, date. */
export function stateOf(system) {
  const { edition: own, rules_version: version, rules_date: date } = system;
  const printed = /^\d/.test(own) ? `Ausgabe ${own}` : own;
  const day = longDate(date);
  return joined(edition((version || '').startsWith(own) ? '' : printed, system), day && `Regelstand ${day}`);
}

/** What a word before a number may have added in a part's title. */
const PLURAL_ENDINGS = ['', 'e', 'n', 'en', 'er', 's'];

/** "Grundregeln 17.0"; "Kapitel 3" where that says the part already ("Kapitel Drei"), "Abbildung 2.1" in "Abbildungen". */
export function placeInBook(part, number) {
  const word = number?.split(' ')[0];
  const isSaid = part && number && PLURAL_ENDINGS.some((ending) => part.split(' ')[0] === word + ending);
  return [isSaid ? '' : part, number].filter(Boolean).join(' ');
}

/** How a player cites an entry: "Grundregeln 17.0, S. 97". */
export function citation(record, part) {
  const place = placeInBook(part?.title || record.part_id, record.number);
  return record.page ? `${place}, S. ${record.page}` : place;
}

/** Number and page of an entry, as far as the words `shown` for it do not say them (as `place_on_paper` does). `here` is the entry whose
    page it is, or null. */
export function placeOnPaper(record, part, here, shown) {
  const page = record.page ? `S. ${record.page}` : '';
  const isElsewhere = !here || here.part_id !== record.part_id;
  const number = record.number && !page && isElsewhere ? citation(record, part) : record.number || '';
  return [says(shown, record.number) ? '' : number, says(shown, record.page) ? '' : page].filter(Boolean).join(', ');
}

/** Whether a number stands in words: 1 does not stand in 18.0, nor 8.0. */
function says(words, number) {
  const written = String(number ?? '').replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  return written !== '' && new RegExp(`(?:^|[^\\p{L}\\p{N}_.])${written}(?![\\p{L}\\p{N}_]|\\.[\\p{L}\\p{N}_])`, 'u').test(words);
}
