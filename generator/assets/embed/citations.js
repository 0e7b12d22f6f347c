/* Finds cited numbers ("Grundregeln, 17.0", "siehe 15.3", "S. 13"): citations.py for browsers. */

import { fold, isCapital, isDigit, isLetter } from './rules.js';

/** (text) → the cited numbers in it, in order; `titled` ones count only if the title of a rule follows. */
export function citationFinder(rules) {
  const { at, before, every, whole, has, citing, series } = rules;
  const reference = (start, end, kind, figure, row = 'section', part = '', marked = true) => ({ start, end, kind, figure, row, part: part.trim().replace(/\s+/g, ' '), marked });
  const dotted = (figure) => figure.includes('.');
  const plain = (figure) => /^\d+$/.test(figure);
  const around = (text, start, end) => (before('partNear', text, start) ?? at('partAfter', text, end))?.groups.part ?? '';

  function isForeign(text, { start, end }) {
    return before('foreign', text, start, 60) || at('foreignAfter', text, end);
  }

  function begins(text, start) {
    const left = text[start - 1] ?? ' ';
    const word = isLetter(left) || '.,'.includes(left);
    return word ? before('attached', text, start, 12) : !isDigit(left) && !'_$€£:'.includes(left);
  }

  function isPage(text, start, end) {
    const words = before('side', text, start, 40)?.groups ?? {};
    const last = fold(words.word ?? '');
    if (has('side_of', last) || has('side_of', fold(words.article ?? ''))) return false;
    return has('page_before', last) || !start || '(['.includes(text[start - 1]) || text.slice(start - 2, start) === ', ' || at('closed', text, end);
  }

  function isCaption(text, start, end) {
    return !text.slice(text.lastIndexOf('\n', start - 1) + 1, start).replace(/[*_ \t]/g, '') && at('caption', text, end);
  }

  function withWord(text, figure, end, tail, [kind, word, plural]) {
    const start = tail.from;
    if (tail.groups.gap.includes(',')) return null;
    if (kind === 'page') return plain(figure) && isPage(text, start, end) ? { ...reference(start, end, kind, figure), plural } : null;
    if ((kind === 'table' || kind === 'figure') && isCaption(text, start, end)) return null;
    const row = series[fold(word)];
    const loose = !dotted(figure) && kind === 'number';
    if (loose && (!row || at('counts', text, end))) return null;
    const part = before('part', text, start);
    const own = row ?? (kind === 'number' || kind === 'chapter' ? 'section' : fold(word));
    return { ...reference(part?.from ?? start, end, kind, figure, own, part?.groups.part ?? around(text, start, end), !loose), plural };
  }

  function bare(text, figure, start, end, word) {
    if (!at('bare', text, end)) return null;
    const part = around(text, start, end);
    const found = (marked, titled) => ({ ...reference(start, end, 'number', figure, 'section', part, marked), titled });
    if (part || has('citing_before', word) || before('bracket', text, start)) return found(true);
    if (has('not_citing', word) || at('date', text, end)) return null;
    if (has('placing', word) || (text[end] === ')' && before('inside', text, start))) return found(false);
    const counts = at('counts', text, end);
    if (before('version', text, start) || (counts && (!start || text[start - 1] === '\n'))) return null;
    const noun = before('noun', text, start);
    return found(false, counts || (noun && !has('before_loose', fold(noun.groups.noun))));
  }

  function cited(text, figure, start, end) {
    const tail = before('cite', text, start, 40);
    const word = fold(tail?.groups.word ?? '');
    if (Object.hasOwn(citing, word)) return withWord(text, figure, end, tail, citing[word]);
    const part = has('part_ends', word) && before('part', text, start);
    const short = part && [...part.groups.part].every(isCapital);
    if (part && (dotted(figure) || short || (text[start - 1] !== '\n' && !at('counts', text, end)))) {
      return reference(part.from, end, 'number', figure, 'section', part.groups.part, dotted(figure) || short);
    }
    return dotted(figure) ? bare(text, figure, start, end, word) : null;
  }

  /** The number as the next of a list or the end of a range: it has the word and the part of the one before. */
  function continued(text, figure, start, end, previous) {
    const between = text.slice(previous.end, start);
    if (between.length > 14 || !whole('join', between) || (previous.kind === 'page' && !plain(figure))) return null;
    if (!dotted(figure)) {
      const several = previous.plural || (previous.kind === 'chapter' && !at('counts', text, end));
      if (dotted(previous.figure) || !(whole('range', between) || several || at('closed', text, end))) return null;
    }
    return reference(start, end, previous.kind, figure, previous.row, previous.part || around(text, start, end), previous.marked);
  }

  return function find(text) {
    const found = [];
    let previous = null;
    for (const match of every('number', text)) {
      const [figure] = match, start = match.index, end = start + figure.length;
      if (!begins(text, start) || at('notAfter', text, end) || /(^|\.)0\d/.test(figure)) continue;
      const one = (previous && continued(text, figure, start, end, previous)) ?? cited(text, figure, start, end);
      if (!one || isForeign(text, one)) continue;
      if (!one.titled) previous = one;
      found.push(one);
    }
    for (const match of every('spelled', text)) {
      const { word, number } = match.groups;
      const [kind] = citing[fold(word)] ?? ['number'];
      const one = reference(match.index, match.index + match[0].length, kind, number, series[fold(word)] ?? 'section');
      if (!isForeign(text, one)) found.push(one);
    }
    return found;
  };
}
