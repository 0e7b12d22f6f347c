/* A game's name index, ready to use: its patterns and word lists, and the few ways in which the finder asks them. */

const FLAGS = { at: 'y', before: '', all: 'g', whole: '' };

/** Case and old accents aside, as the index has its words. */
export const fold = (text) => text.normalize('NFC').toLowerCase().replaceAll('ß', 'ss');

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
    whole: (name, text) => patterns.whole[name].test(text),
    has: (list, word) => lists[list].has(word),
    list: (name) => lists[name],
  };
}
