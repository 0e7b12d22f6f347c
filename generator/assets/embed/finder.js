/* All references of a text with what they point to: references.py and resolve.py for browsers. Never a guess. */

import { citationFinder } from './citations.js';
import { nameFinder } from './names.js';
import { fold, rules } from './rules.js';

const FREE = -1;

/** An index as fetched → (text, part, mask) → [{start, end, id}], in order; `part` is the id or title of the part a text stands in. */
export function finder(index) {
  const known = rules(index);
  const { entries, pages, system, kinds, parts, at, whole } = known;
  const names = nameFinder(known), citations = citationFinder(known);
  const everyPart = [...new Set(Object.values(parts))];
  const numbered = new Map();
  entries.forEach(([, part, , number], position) => {
    const key = `${part} ${number}`;
    if (number) numbered.set(key, [...(numbered.get(key) ?? []), position]);
  });

  /** All places where something stands, none overlapping: citations first, then the names that begin first, then the longest. */
  function found(text, mask) {
    const taken = mask ?? new Uint8Array(text.length);
    const isFree = ({ start, end }) => {
      for (let i = start; i < end; i++) if (taken[i]) return false;
      return true;
    };
    const named = names(text).sort((a, b) => a.start - b.start || b.end - a.end), all = [];
    const begins = (place) => named.some(({ start }) => start === place);
    for (const one of citations(text)) {
      if (!isFree(one) || (one.titled && !begins(one.end + (at('toTitle', text, one.end)?.[0].length ?? FREE)))) continue;
      taken.fill(1, one.start, one.end);
      all.push(one);
    }
    let last = 0;
    for (const one of named) {
      if (one.start < last || !isFree(one)) continue;
      last = one.end;
      all.push(one);
    }
    return all.sort((a, b) => a.start - b.start);
  }

  function figureOf({ row, figure }) {
    const spelled = known.spelled[fold(figure)];
    return `${row} ${spelled ?? figure.replace(/\d+/g, Number).replace(/(\.0)+(?=[a-z]?$)/, '')}`;
  }

  function byNumber(one, place) {
    const having = (part) => numbered.get(`${part} ${figureOf(one)}`) ?? [];
    if (one.part) return having(parts[one.part]);
    const own = having(place);
    return own.length ? own : everyPart.flatMap(having);
  }

  /** Narrow what a name may mean test by test; a test that none passes is skipped. One left is the target. */
  function settle(one, place, near) {
    if (one.targets.length === 1) return one.targets[0] >> 1;
    const titles = new Map(one.targets.map((pair) => [pair >> 1, pair & 1]));
    let left = [...titles.keys()];
    const kind = (position) => entries[position][2];
    const tests = [
      (position) => position === near,
      (position) => kinds[one.sort] === kind(position),
      (position) => (one.valued ? kind(position) === 'characteristic' : one.capitals && kind(position) !== 'characteristic'),
      (position) => titles.get(position),
      (position) => entries[position][1] === place,
      (position) => entries[position][1] === known.default,
      (position) => !titles.has(entries[position][4]),
    ];
    for (const test of tests) {
      if (left.length === 1) break;
      const passed = left.filter(test);
      if (passed.length) left = passed;
    }
    return left.length === 1 ? left[0] : FREE;
  }

  /** What stands beside a reference says what it means: "Kapitel 10 „Gelände“", "Drehen, S. 13". */
  function target(all, i, text, place, targets) {
    const one = all[i], left = all[i - 1], right = all[i + 1];
    const between = left && text.slice(left.end, one.start);
    if (one.kind === 'page') {
      if (left && whole('toPage', between)) return targets[i - 1] ?? FREE;
      const beside = right?.kind === 'name' && whole('toTitle', text.slice(one.end, right.start));
      return beside ? settle(right, place, FREE) : FREE;
    }
    if (one.kind !== 'name') {
      const fitting = byNumber(one, place);
      return fitting.length === 1 ? fitting[0] : FREE;
    }
    const near = left && (left.kind === 'name' ? whole('toGloss', between) : left.kind !== 'page' && whole('toTitle', between));
    return settle(one, place, near ? targets[i - 1] : FREE);
  }

  return function find(text, part = '', mask = null) {
    const place = parts[part] ?? known.default;
    const all = found(text, mask), targets = [];
    all.forEach((one, i) => targets.push(target(all, i, text, parts[part] ?? (one.kind === 'name' ? FREE : place), targets)));
    const slugs = all.map(({ kind, figure }, i) => {
      if (targets[i] !== FREE) return entries[targets[i]][0];
      return kind === 'page' && pages.includes(Number(figure)) ? `seite/${Number(figure)}` : '';
    });
    return all.map(({ start, end }, i) => ({ start, end, id: `${system}/${slugs[i]}` })).filter((_, i) => slugs[i]);
  };
}
