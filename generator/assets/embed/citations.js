/* Finds cited numbers ("Grundregeln, 17.0", "siehe 15.3", "S. 13"): citations.py for browsers. */

import { isLower } from './context.js';
import { fold } from './finder_index.js';

/** (text) → the cited numbers in it, in order; `titled` ones count only if the title of a rule follows. */
export function citationFinder(index) {
  const { at, before, every, whole, has, citing, series } = index;
  const reference = (start, end, type, figure, row = 'section', part = '') => ({ start, end, type, figure, row, part: part.trim().replace(/\s+/g, ' ') });
  const dotted = (figure) => figure.includes('.');
  const plain = (figure) => /^\d+$/.test(figure);
  const around = (text, start, end) => (before('part_near', text, start) ?? at('part_after', text, end))?.groups.part ?? '';
  const isForeign = (text, { start, end }) => before('foreign', text, start) || at('foreign_after', text, end);
  const begins = (text, start) => !before('goes_on', text, start) || before('attached', text, start);

  function isPage(text, start, end) {
    const words = before('side', text, start)?.groups ?? {};
    const last = fold(words.word ?? '');
    if (has('side_of', last) || has('side_of', fold(words.article ?? ''))) return false;
    return has('page_before', last) || before('opened', text, start) || at('closed', text, end);
  }

  const isCaption = (text, start, end) => before('line', text, start) && at('caption', text, end);
  const partMayHave = (text, figure, start, end, part) => dotted(figure) || has('abbreviations', part) || (has('numbered', part) && text[start - 1] !== '\n' && !at('counts', text, end));

  /** The series that a word with a number means: the system's own, otherwise plain numbers or a German series. */
  const rowOf = ([type, word]) => series[fold(word)] ?? (type === 'number' || type === 'chapter' ? 'section' : fold(word));

  function withWord(text, figure, end, tail, word) {
    const [type, own, plural] = word, start = tail.index;
    if (tail.groups.gap.includes(',')) return null;
    if (type === 'page') return plain(figure) && isPage(text, start, end) ? { ...reference(start, end, type, figure), plural } : null;
    if ((type === 'table' || type === 'figure') && isCaption(text, start, end)) return null;
    if (!dotted(figure) && type === 'number' && (isLower(text[start]) || !series[fold(own)] || at('counts', text, end))) return null;
    const part = before('part', text, start);
    return { ...reference(part?.index ?? start, end, type, figure, rowOf(word), part?.groups.part ?? around(text, start, end)), plural };
  }

  function bare(text, figure, start, end, word) {
    if (!at('bare', text, end)) return null;
    const part = around(text, start, end);
    const found = reference(start, end, 'number', figure, 'section', part);
    if (part || has('citing_before', word) || before('bracket', text, start)) return found;
    if (has('not_citing', word) || at('date', text, end)) return null;
    if (has('placing', word) || (text[end] === ')' && before('inside', text, start))) return found;
    const counts = at('counts', text, end);
    if ((counts && (!start || text[start - 1] === '\n')) || before('version', text, start)) return null;
    const noun = before('noun', text, start);
    return { ...found, titled: counts || (noun && !has('before_loose', fold(noun.groups.noun))) };
  }

  function cited(text, figure, start, end) {
    const tail = before('cite', text, start);
    const word = fold(tail?.groups.word ?? '');
    if (Object.hasOwn(citing, word)) return withWord(text, figure, end, tail, citing[word]);
    const part = has('part_ends', word) && before('part', text, start);
    if (part && partMayHave(text, figure, start, end, part.groups.part)) return reference(part.index, end, 'number', figure, 'section', part.groups.part);
    return dotted(figure) ? bare(text, figure, start, end, word) : null;
  }

  /** The number as the next of a list or the end of a range, with the word and part of the previous one. */
  function continued(text, figure, start, end, previous) {
    const between = text.slice(previous.end, start);
    if (!whole('join', between) || (previous.type === 'page' && !plain(figure))) return null;
    if (!dotted(figure)) {
      const several = previous.plural || (previous.type === 'chapter' && !at('counts', text, end));
      if (dotted(previous.figure) || !(whole('range', between) || several || at('closed', text, end))) return null;
    }
    return reference(start, end, previous.type, figure, previous.row, previous.part || around(text, start, end));
  }

  return function find(text) {
    const found = [];
    let previous = null;
    for (const match of every('number', text)) {
      const [figure] = match, start = match.index, end = start + figure.length;
      if (!begins(text, start) || at('not_after', text, end) || whole('zero', figure)) continue;
      const one = (previous && continued(text, figure, start, end, previous)) ?? cited(text, figure, start, end);
      if (!one || isForeign(text, one)) continue;
      if (!one.titled) previous = one;
      found.push(one);
    }
    for (const match of every('spelled', text)) {
      const { word, number } = match.groups, meant = citing[fold(word)];
      const one = reference(match.index, match.index + match[0].length, meant[0], number, rowOf(meant));
      if (!isForeign(text, one)) found.push(one);
    }
    return found;
  };
}
