/* Finds all references of a text, citations and names: references.py for browsers. */

import { citationFinder } from './citations.js';
import { isSetOff, whyMeant } from './context.js';
import { nameFinder } from './names.js';
import { shared } from './shared.js';

export const isName = (one) => one?.type === 'name';
const isRule = (one) => /number|chapter/.test(one?.type);
export const isPage = (one) => one.type === 'page';

/** An opened index → (text) → references, none overlapping: citations first, then the names that begin first, then the longest. */
export function referenceFinder(index) {
  const { at, whole } = index;
  const names = nameFinder(index), citations = citationFinder(index);

  /** Whether a chapter says less than the list of the page beside it. */
  const isWhole = ({ type, figure }, between) => type === 'chapter' && !figure.includes('.') && whole('onPage', between);

  /** The citation right behind a name ("Verteidiger (4.4)"), or for a form of several names the next name of its list or row. */
  function around(text, one, further, before, after) {
    if (isRule(after) && whole('toCited', text.slice(one.end, after.start))) return after;
    const isListed = (left, right) => ['and', 'nextCell'].some((name) => whole(name, text.slice(left.end, right.start)));
    one.row = one.akin.length && !one.english && ((isName(before) && isListed(before, one) && { ...before, row: isName(further) && whole('and', text.slice(further.end, before.start)) && further }) || (isName(after) && isListed(one, after) && { ...after, row: 0 }));
    return null;
  }

  /** The neighbour of a page or title that narrows its target: "Kapitel 10 „Gelände“ unter „Höhenstufe“", "S. 13, Drehen". */
  function beside(text, one, further, before, after) {
    const between = before && text.slice(before.end, one.start);
    if (isPage(one)) {
      if (before && !isPage(before) && whole('toPage', between)) return isWhole(before, between) ? null : before;
      return isName(after) && whole('toTitle', text.slice(one.end, after.start)) ? after : null;
    }
    if (!isName(one)) return null;
    if (isRule(before) && whole('toTitle', between)) return before;
    if (isName(before) && !isName(before.beside) && whole('toGloss', between)) return before;
    if (isName(before) && before.beside && !isPage(before.beside) && whole('below', between)) return before.beside;
    return one.doubt ? null : around(text, one, further, before, after);
  }

  /** Names without those that consist of a name in quotes or emphasis and small words around it. */
  function withoutCasual(text, named) {
    const inner = new Map(); // their starts → their ends
    for (const { start, end } of named) if (isSetOff(index, text, start, end)) inner.set(start, [...(inner.get(start) ?? []), end]);
    return named.filter(({ start, end }) => {
      if (inner.get(start)?.includes(end)) return true;
      for (let i = start; i < end; i++) if (inner.get(i)?.some((to) => to <= end && at('small', text.slice(start, i) + text.slice(to, end), 0))) return false;
      return true;
    });
  }

  /** Found names without the everyday words that nothing shows to be the rule; `why` names what does. */
  function withReasons(text, found) {
    const rows = [];
    found.forEach((one, i) => {
      if (!i || !whole('and', text.slice(found[i - 1].end, one.start))) rows.push([]);
      rows.at(-1).push(one);
    });
    return rows.flatMap((row) => {
      const sure = row.filter((one) => isName(one) && (!one.doubt || row.length > 2));
      return row.filter((one) => {
        const near = sure.find((other) => other !== one);
        one.why = one.doubt && (whyMeant(index, text, one.start, one.end) || (near && 'listed'));
        if (one.why === 'listed') one.beside = { ...near, why: '' };
        return !one.doubt || one.why;
      });
    });
  }

  return function find(text) {
    const taken = new Uint8Array(text.length), found = [];
    const named = withoutCasual(text, names(text)).sort((a, b) => a.doubt - b.doubt || a.start - b.start || b.end - a.end);
    const starts = new Set(named.map(({ start }) => start));
    for (const one of [...citations(text), ...named]) {
      if (one.titled && !starts.has(one.end + at('toTitle', text, one.end)?.[0].length)) continue;
      if (taken.subarray(one.start, one.end).includes(1)) continue;
      taken.fill(1, one.start, one.end);
      found.push(one);
    }
    const kept = withReasons(text, found.sort((a, b) => a.start - b.start));
    kept.forEach((one, i) => { one.beside = beside(text, one, kept[i - 2], kept[i - 1], kept[i + 1]) ?? one.beside; });
    const known = {}; // a word for something fought has the same meaning in the rest of its sentence
    for (const one of kept) {
      const { akin = [], targets } = one, last = akin.length && !one.sort && known[targets[0]];
      if (last && whole('within', text.slice(last.end, one.start))) one.sort = shared.COUNTED;
      if (one.sort === shared.COUNTED) for (const target of [...targets, ...akin]) known[target] = one;
    }
    return kept;
  };
}
