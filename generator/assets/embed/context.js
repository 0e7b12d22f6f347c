/* Decides from its surroundings whether a name means the rule: german/context.py for browsers. */

import { fold, isAlphanumeric, isLetter } from './finder_index.js';

export const isUpper = (letter) => letter !== letter.toLowerCase();
export const isLower = (letter) => letter !== letter.toUpperCase();

/** Whether quotes or emphasis enclose exactly these letters. */
export const isSetOff = ({ has }, text, start, end) => has('opening', text[start - 1]) && has('closing', text.slice(end, end + 2).replace(/^:/, '')[0]);

/** Whether a neighbour of an everyday word shows that the system's term is meant: a value, "Wert", "Sonderregel", "-Aktion". */
export function isShownAsTerm({ at, before, has }, text, start, end) {
  const around = before('wordBefore', text, start);
  const after = at('wordAfter', text, end);
  return at('value', text, end) || (around && has('indicators_before', fold(around[1]))) || at('cited', text, end)
    || (after && has('indicators_after', fold(after[1])));
}

/** The surroundings of an everyday word that may then be a rule: their name, or "". */
export const whyMeant = ({ at, before }, text, start, end) => ['governed', 'counted'].find((name) => before(name, text, start))
  ?? (before('cell', text, start) && at('cellEnd', text, end) && 'cell');

/** Whether "nicht-" is set off together with these letters. */
export function isDenied(index, text, start, end) {
  const denied = index.before('denied', text, start);
  return denied && isSetOff(index, text, start - denied[0].length, end);
}

/** Whether an English name is only part of a longer English phrase. */
export const isWithinEnglish = ({ at, before }, text, start, end) => at('ofEnglish', text, end) || (isLower(text[start]) && before('inEnglish', text, start));

/** Whether these words are a word of their own, or the first part of a hyphenated one. */
export function standsAlone({ at, before }, text, start, end, capitals) {
  const left = text[start - 1] ?? '', further = text[start - 2] ?? '', after = text.slice(end, end + 2);
  if (left && '-‐_@\\'.includes(left) && !(capitals && '-‐'.includes(left))) return left === '_' && !isAlphanumeric(further);
  if ('*_ '.includes(left) && text.slice(Math.max(0, start - 6), start).includes('-') && before('tail', text, start)) return false;
  if (left === '/' && further !== ')' && !isLetter(further)) return false;
  if (after && '-‐'.includes(after[0])) {
    const rest = /^.[ \u00a0/\n]/.test(after) && at('truncated', text, end);
    return rest ? rest[1].includes('-') : capitals || after.length === 1 || !isAlphanumeric(after[1]) || isUpper(after[1]);
  }
  return !after || !'@\\'.includes(after[0]);
}
