/* A system's finder index, ready to use: its patterns and word lists, and the few ways of matching them. */

import { shared } from './shared.js';

const USES = { at: 'y', before: 'g', all: 'g', whole: '' };

/** Fold case and old accents as in the index's words: "ß" and "ẞ" become "ss". */
export const fold = (text) => (/[\u0300-\uffff]/.test(text) ? text.normalize('NFC') : text).toLowerCase().toUpperCase().toLowerCase();

/** Use Unicode's own classes only for letters beyond Latin, because each costs a browser milliseconds to prepare. */
const inClass = (latin, all) => {
  const known = new RegExp(`[${latin}]`);
  return (letter) => known.test(letter) || (letter > 'ʯ' && all().test(letter));
};

export const isLetter = inClass(shared.LATIN, () => /\p{L}/u);
export const isAlphanumeric = inClass(shared.ALPHANUMERIC, () => /[\p{L}\p{N}]/u);

/** A fetched index in the form that the finder needs. */
export function opened(index) {
  const patterns = {};
  for (const [use, sources] of Object.entries(index.patterns)) {
    patterns[use] = {};
    for (const [name, source] of Object.entries(sources)) {
      const plain = source.replace(/^\(\?i\)/, '');
      patterns[use][name] = new RegExp(plain, USES[use] + (plain === source ? '' : 'i'));
    }
  }
  const exec = (pattern, text, from) => {
    pattern.lastIndex = from;
    return pattern.exec(text);
  };
  return {
    ...index,
    all: patterns.all,
    /** The match that begins at a place. */
    at: (name, text, place) => exec(patterns.at[name], text, place),
    /** The match that ends at a place. */
    before: (name, text, place) => exec(patterns.before[name], text.slice(0, place), Math.max(0, place - index.reach[name])),
    /** All matches; `matchAll` would make a new pattern for every text. */
    * every(name, text) {
      const pattern = patterns.all[name];
      pattern.lastIndex = 0;
      for (let match; (match = pattern.exec(text));) yield match;
    },
    whole: (name, text) => patterns.whole[name].test(text),
    has: (list, word) => index.lists[list]?.includes(word),
  };
}
