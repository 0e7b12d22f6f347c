/* Resolves references: resolve.py for browsers. Never guesses. */

import { fold } from './finder_index.js';
import { isName, isPage } from './references.js';

const alone = (positions) => (positions.length === 1 ? positions[0] : -1);

/** An opened index → (reference, place) → what it points to, as a position in its entries, -1 for nothing; `place` is the part that a text stands in. */
export function resolver({ entries, has, kinds, own, parts, default: usual, spelled }) {
  const everyPart = [...new Set(Object.values(parts))];
  const numbers = new Map();
  entries.forEach(([, part, , number], position) => {
    const key = `${part} ${number}`;
    if (number) numbers.set(key, [...(numbers.get(key) ?? []), position]);
  });

  /** The entries with a cited number: in the part named, else in one's own or the default part, else in any other. */
  function numbered({ row, figure, part }, place) {
    const key = spelled[fold(figure)] ?? figure.replace(/\d+/g, Number).replace(/(\.0)+(?=[a-z]?$)/, '');
    const having = (one) => numbers.get(`${one} ${row} ${key}`) ?? [];
    if (part) return having(parts[part]);
    const own = having(place ?? usual);
    return own.length ? own : everyPart.flatMap(having);
  }

  /** Whether an entry belongs to a chapter: below its number, or in its part if the part is the chapter. */
  function belongs([, part, , number], [, chapterPart, , chapter]) {
    if (part !== chapterPart) return false;
    if (!number || !chapter || number.split(' ')[0] !== chapter.split(' ')[0]) return true;
    return number.startsWith(chapter) && /^(\.|[a-z]?$)/.test(number.slice(chapter.length));
  }

  /** Narrow what a name may mean test by test; a test that none passes is skipped. One left is the target. */
  function settle({ targets, firsts, sort, valued, capitals }, place, near) {
    if (targets.length === 1) return targets[0] >> 1;
    const titles = new Map(targets.map((pair) => [pair >> 1, pair & 1]));
    const ofEntry = (test) => (position) => entries[position][1] >= 0 && test(entries[position]);
    let left = [...titles.keys()];
    const tests = [
      (position) => position === near,
      ofEntry((one) => entries[near] && belongs(one, entries[near])),
      ofEntry(([, , kind]) => kinds[sort] === kind),
      ofEntry(([, , kind]) => (valued ? kind === 'characteristic' : capitals && kind !== 'characteristic')),
      (position) => kinds[sort] === 'part' && own.includes(position),
      (position) => titles.get(position),
      ofEntry(([, part]) => part === place),
      ofEntry(([, part]) => part === usual),
      (position) => own.includes(position),
      ofEntry(([, , , , parent]) => !titles.has(parent)),
      (position) => firsts.includes(position),
    ];
    for (const test of tests) {
      const passed = left.filter(test);
      if (passed.length) left = passed;
    }
    return alone(left);
  }

  return function resolve(one, place) {
    const near = one.beside ? resolve(one.beside, place) : -1;
    const found = isPage(one) ? near : isName(one) ? settle(one, place, near) : alone(numbered(one, place));
    const kind = entries[found]?.[2]; // what surrounds an everyday word must suit it
    return !one.why || (has(one.why, kind) && (one.why !== 'listed' || kind === entries[near]?.[2])) ? found : -1;
  };
}
