/* Resolves references: resolve.py for browsers. Never guesses. */

import { fold } from './finder_index.js';
import { isName, isPage } from './references.js';

const alone = (positions) => (positions.length === 1 ? positions[0] : -1);

/** An opened index → (reference, place) → its target, as a position in the entries, -1 for none; `place` is the text's part. */
export function resolver({ entries, elsewhere, has, kinds, parts, default: usual, spelled }) {
  const everyPart = [...new Set(Object.values(parts))];
  const numbers = new Map();
  for (const [part, number, position] of [...entries.map(([, part, , number], at) => [part, number, at]), ...elsewhere]) {
    const key = `${part} ${number}`;
    if (number) numbers.set(key, [...(numbers.get(key) ?? []), position]);
  }

  /** The entries with a cited number: in the named part, else in the text's own (or the default part), else in any other. */
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

  /** Narrow the meanings of a name test by test, skipping tests that none passes. The only one left is the target. A pair is 64
   * times a position, and flags: 1 the name is a title, 2 its own, 4 with a parameter, 8 only a term's; the position is 16 an
   * entry, 32 one about its whole part. */
  function settle(pairs, { sort, parameter, valued, capitals }, place, near) {
    const isRule = pairs.some((pair) => !(pair & 8));
    let left = pairs;
    if (!pairs[1]) return pairs[0] >> 6;
    for (const test of [
      (pair) => pair >> 6 === near,
      (pair, one) => pair & 16 && entries[near] && belongs(one, entries[near]),
      (pair, [, part]) => part === entries[near]?.[1],
      (pair) => !parameter === !(pair & 4),
      (pair, [, , kind]) => kinds[sort] === kind,
      (pair, [, , , , parent]) => sort && entries[parent]?.[0].startsWith(sort),
      (pair, [, , kind]) => (valued ? kind === 'characteristic' : capitals && pair & 16 && kind !== 'characteristic'),
      (pair) => kinds[sort] === 'part' && pair & 32,
      (pair) => pair & 1,
      (pair, [, part]) => part === place,
      (pair, [, part]) => isRule && pair & 16 && part === usual,
      (pair) => isRule && pair & 32,
      (pair, [, , , , parent]) => isRule && pair & 16 && !pairs.some((other) => other >> 6 === parent),
      (pair) => isRule && pair & 2,
    ]) {
      const passed = left.filter((pair) => test(pair, entries[pair >> 6]));
      if (passed.length) left = passed;
    }
    return alone([...new Set(left.map((pair) => pair >> 6))]);
  }

  /** The meaning of a name: a less exactly matching one if the neighbouring reference, or else the text's own part, calls for it
   * rather than for the exact name. */
  function named(one, place, near, row, further) {
    const { akin, parameter, sort, targets } = one, asked = kinds[sort];
    const exact = settle(targets, one, place, near);
    const sure = targets.filter((pair) => exact < 0 || pair >> 6 === exact), less = akin.filter((pair) => pair & 2);
    if (!less.length || parameter || !(asked || sure.every((pair) => pair & 16))) return exact;
    const [, part, kind] = entries[row < 0 ? near : row] ?? [];
    for (const test of asked ? [(own) => own[2] === asked] : [
      (own) => has(sort, own[2]), (own) => row >= 0 && kind !== 'rule' && own[2] === kind, (own) => own[2] === entries[further]?.[2] && own[2] !== 'rule', (own) => !one.row?.why && own[1] === part, (own) => own[1] === place,
    ]) {
      const suits = (pair) => test(entries[pair >> 6]), found = less.filter(suits);
      if (sure.some(suits)) return exact;
      if (found.length) return settle(found, one, place, near);
    }
    return exact;
  }

  return function resolve(one, place) {
    const near = one.beside ? resolve(one.beside, place) : -1, rowOf = ({ row }) => (row ? resolve({ ...row, row: 0, beside: 0, why: 0 }, place) : -1);
    const found = isPage(one) ? near : isName(one) ? named(one, place, near, rowOf(one), rowOf(one.row || one)) : alone(numbered(one, place));
    const kind = entries[found]?.[2]; // the surroundings of an everyday word must suit it
    return !one.why || (has(one.why, kind) && (one.why !== 'listed' || kind === entries[near]?.[2])) ? found : -1;
  };
}
