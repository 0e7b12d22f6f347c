/* A system's name index, ready to use: its patterns and word lists, and the few ways in which the finder asks them. */

const FLAGS = { at: 'y', before: '', all: 'g', whole: '' };

/** Case and old accents aside, as the index has its words. */
export const fold = (text) => (/[\u0300-\uffff]/.test(text) ? text.normalize('NFC') : text).toLowerCase().replaceAll('ß', 'ss');

/** Unicode's own classes take a browser milliseconds to make ready, each of them: they are asked only about letters that are not Latin. */
const inClass = (latin, end, all) => (letter) => latin.test(letter) || (letter > end && all().test(letter));

export const isLetter = inClass(/[A-Za-zªµºÀ-ÖØ-öø-ʯ]/, 'ʯ', () => /\p{L}/u);
export const isDigit = inClass(/[\d²³¹¼-¾]/, 'ʯ', () => /\p{N}/u);
export const isCapital = inClass(/[A-ZÀ-ÖØ-Þ]/, 'ÿ', () => /\p{Lu}/u);
export const isSmall = inClass(/[a-zµß-öø-ÿ]/, 'ÿ', () => /\p{Ll}/u);

/** What the finder needs of an index as it was fetched. */
export function rules(index) {
  const patterns = {};
  for (const [use, sources] of Object.entries(index.patterns)) {
    patterns[use] = {};
    for (const [name, source] of Object.entries(sources)) {
      const small = source.startsWith('(?i)');
      const plain = small ? source.slice(4) : source;
      patterns[use][name] = new RegExp(use === 'whole' ? `^(?:${plain})$` : plain, FLAGS[use] + (small ? 'i' : ''));
    }
  }
  const lists = {};
  for (const [name, words] of Object.entries(index.lists)) lists[name] = new Set(words);
  return {
    ...index,
    all: patterns.all,
    /** The match that begins at a place. */
    at(name, text, place) {
      const pattern = patterns.at[name];
      if (!pattern) return null;
      pattern.lastIndex = place;
      return pattern.exec(text);
    },
    /** The match that ends at a place, within so many characters before it; `from` is where it begins. */
    before(name, text, place, reach = 90) {
      const begin = Math.max(0, place - reach);
      const match = patterns.before[name]?.exec(text.slice(begin, place));
      if (match) match.from = begin + match.index;
      return match;
    },
    /** All matches; `matchAll` would make a new pattern for every text. */
    * every(name, text) {
      const pattern = patterns.all[name];
      pattern.lastIndex = 0;
      for (let match; (match = pattern.exec(text));) yield match;
    },
    whole: (name, text) => patterns.whole[name].test(text),
    has: (list, word) => lists[list].has(word),
    list: (name) => lists[name],
  };
}
