/* What is new in a version of the library: the rules and terms whose text differs from the version before. Pure: for the service worker.

   News are a list of {id, title, system, isTerm, note, was, now}: `was` and `now` are fingerprints of the text before and after, "" where
   there is none; `note` says what changed (HTML), or "". */

import { escaped, plainText } from './bundle.js';

/** Letters of a changed paragraph that a list shows. */
const LONG = 240;

/** A fingerprint of what players read of a record, in which links and mark-up do not count: cyrb53 (53 bits, by bryc, public domain). */
function fingerprint({ title, short_html, html }) {
  let [one, other] = [0xdeadbeef, 0x41c6ce57];
  for (const letter of [title, plainText(short_html), plainText(html)].join('\n')) {
    one = Math.imul(one ^ letter.codePointAt(0), 2654435761);
    other = Math.imul(other ^ letter.codePointAt(0), 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909);
  other = Math.imul(other ^ (other >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return (4294967296 * (2097151 & other) + (one >>> 0)).toString(36);
}

/** The news between two bundles of a system. A rule that moved is compared with itself; one that became a section of another is gone
    without news, as that other one has changed. */
export function compared(before, after) {
  const old = new Map();
  for (const record of before.records.values()) {
    const [id, section] = after.current(record.id).split('#');
    if (!section) old.set(id, record);
  }
  const news = [];
  for (const id of new Set([...after.records.keys(), ...old.keys()])) {
    const [was, now] = [old.get(id), after.records.get(id)];
    const { title, system, isTerm = false } = now ?? was;
    const marks = { was: was ? fingerprint(was) : '', now: now ? fingerprint(now) : '' };
    if (marks.was !== marks.now) news.push({ id, title, system, isTerm, note: noteOn(was, now), ...marks });
  }
  return news;
}

/** What a list says on a change: the newest sentence of the entry's own changes that its former version did not have; else, if the short
    rule is as it was, the first paragraph, item or cell that is not. */
function noteOn(was, now) {
  const known = new Set(was?.changes?.map(({ anchor }) => anchor));
  const own = now?.changes?.find(({ anchor }) => !known.has(anchor));
  if (own || !was || !now || plainText(was.short_html) !== plainText(now.short_html)) return escaped(own?.text);
  const before = new Set(pieces(was));
  const changed = pieces(now).find((piece) => !before.has(piece)) ?? '';
  return changed.length > LONG ? `${changed.slice(0, LONG).replace(/\s\S*$/, '')} …` : changed;
}

const pieces = ({ html = '' }) => html.split(/<\/(?:p|li|t[dh]|h\d)>/).map(plainText).filter(Boolean);

/** Earlier unread news, continued by later ones; a text that is again as it was is left out. */
export function continued(earlier, later) {
  const all = new Map(earlier.map((one) => [one.id, one]));
  for (const one of later) {
    const before = all.get(one.id);
    all.set(one.id, before ? { ...one, was: before.was, note: one.note || before.note } : one);
  }
  return [...all.values()].filter(({ was, now }) => was !== now);
}

/** News in a few words: "3 Regeln und 1 Begriff geändert, 2 neu, 1 entfallen"; "" without any. */
export function inWords(news) {
  const changed = news.filter(({ was, now }) => was && now);
  const rules = counted(changed.filter(({ isTerm }) => !isTerm).length, 'Regel', 'Regeln');
  const terms = counted(changed.filter(({ isTerm }) => isTerm).length, 'Begriff', 'Begriffe');
  const [added, gone] = [news.filter(({ was }) => !was).length, news.filter(({ now }) => !now).length];
  const one = [rules, terms].filter(Boolean).join(' und ');
  return [one && `${one} geändert`, added && `${added}\u00a0neu`, gone && `${gone}\u00a0entfallen`].filter(Boolean).join(', ');
}

const counted = (count, one, more) => (count ? `${count}\u00a0${count === 1 ? one : more}` : '');
