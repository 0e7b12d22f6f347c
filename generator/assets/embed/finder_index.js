/* A system's finder index, ready to use: its patterns and word lists, and the few ways in which the finder asks them. */

import { shared } from './shared.js';

const USES = { at: 'y', before: 'g', all: 'g', whole: '' };

/** Case and old accents aside, as the index has its words: "ß" and "ẞ" are "ss". */
export const fold = (text) => (/[\u0300-\uffff]/.test(text) ? text.normalize('NFC') : text).toLowerCase().toUpperCase().toLowerCase();

/** Unicode's own classes take a browser milliseconds to make ready, each of them: they are asked only about letters that are not Latin. */
const inClass = (latin, all) => {
  const known = new RegExp(`[${latin}]`);
  return (letter) => known.test(letter) || (letter > 'ʯ' && all().test(letter));
};

export const isLetter = inClass(shared.LATIN, () => /\p{L}/u);
export const isAlphanumeric = inClass(shared.ALPHANUMERIC, () => /[\p{L}\p{N}]/u);

/** What the finder needs of an index as it was fetched. */
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
