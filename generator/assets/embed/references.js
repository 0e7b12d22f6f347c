/* Finds all references of a text, citations and names: references.py for browsers. */

import { citationFinder } from './citations.js';
import { nameFinder } from './names.js';

export const isName = (one) => one?.type === 'name';
export const isPage = (one) => one.type === 'page';

/** An opened index → (text) → references, none overlapping: citations first, then the names that begin first, then the longest. */
export function referenceFinder(index) {
  const { at, whole } = index;
  const names = nameFinder(index), citations = citationFinder(index);

  /** The neighbour of a page or title that narrows its target: "Kapitel 10 „Gelände“ unter „Höhenstufe“", "S. 13, Drehen". */
  function beside(text, one, before, after) {
    const between = before && text.slice(before.end, one.start);
    if (isPage(one)) {
      if (before && !isPage(before) && whole('toPage', between)) return before;
      return isName(after) && whole('toTitle', text.slice(one.end, after.start)) ? after : null;
    }
    if (!before || !isName(one)) return null;
    if (!isName(before)) return /number|chapter/.test(before.type) && whole('toTitle', between) ? before : null;
    if (!isName(before.beside) && whole('toGloss', between)) return before;
    return before.beside && !isPage(before.beside) && between.includes('unter') && whole('toTitle', between) ? before.beside : null;
  }

  return function find(text) {
    const taken = new Uint8Array(text.length), named = names(text).sort((a, b) => a.start - b.start || b.end - a.end), found = [];
    for (const one of [...citations(text), ...named]) {
      const gap = one.titled && at('toTitle', text, one.end);
      if (one.titled && !named.some(({ start }) => gap && start === one.end + gap[0].length)) continue;
      if (taken.subarray(one.start, one.end).includes(1)) continue;
      taken.fill(1, one.start, one.end);
      found.push(one);
    }
    found.sort((a, b) => a.start - b.start);
    found.forEach((one, i) => { one.beside = beside(text, one, found[i - 1], found[i + 1]); });
    return found;
  };
}
