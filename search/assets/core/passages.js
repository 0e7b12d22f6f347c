/* Nachschlag: the passage of a text that answers a query; as in passages.py. */

import { everywhere } from './search_words.js';
import { passages, plain, sentences } from './shared.js';

const { LONGEST_PASSAGE, WHOLE_LINE, SAID, IN_HEAD, ASKED, NAMED, DENSE, IN_ASIDE, LISTED } = passages;
const { ASIDE, CELLS } = plain;
const BORDER = CELLS.trim();
const SENTENCE_END = everywhere(sentences.PLAIN_END);

/** The number of texts whose passages are kept, because each typed letter shows the same rules again. */
const KEPT = 64;

/** The passages of a text with the terms of their words; `kept` are those of earlier texts, with terms of the same search. */
function termedOf(body, termsIn, kept) {
  if (!kept.has(body)) {
    if (kept.size >= KEPT) kept.clear();
    kept.set(body, piecesOf(body).map((piece) => ({ ...piece, terms: termsIn(piece.line), heads: termsIn(piece.head), labels: termsIn(piece.head || labelOf(piece.line)), name: termsIn(nameOf(piece)) })));
  }
  return kept.get(body);
}

/** All passages of a text: {line as written, head of its table, text as shown, factor}. The head of a table is no passage. */
function piecesOf(body) {
  let head = '';
  return body.split('\n').flatMap((written, at, lines) => {
    const line = written.trim();
    const share = written.startsWith(ASIDE) ? IN_ASIDE : 1;
    if (line.includes(BORDER)) {
      const isHead = !head && lines[at + 1]?.includes(BORDER);
      const piece = { line, head, text: head ? shownRow(line, head) : line, share };
      head ||= line;
      return isHead ? [] : [piece];
    }
    head = '';
    const pieces = line.length <= WHOLE_LINE ? [line] : line.replace(SENTENCE_END, '$1\n').split('\n');
    return pieces.map((piece) => ({ line: piece, head: '', text: piece.trim(), share }));
  });
}

/** The words before a line's colon, if it has one. */
const labelOf = (line) => line.slice(0, Math.max(0, line.indexOf(':')));

/** A row's first cell. */
const nameOf = ({ line, head }) => (head ? line.split(BORDER, 1)[0] : '');

/** A row with the names of its columns, if it has more than two. */
function shownRow(line, head) {
  const [cells, heads] = [line, head].map((row) => row.split(BORDER).map((cell) => cell.trim()));
  if (cells.length < 3 || cells.length !== heads.length) return line;
  const named = cells.map((cell, at) => (cell && at && heads[at] ? `${heads[at]}: ${cell}` : cell));
  return named.filter(Boolean).join(CELLS);
}

/** The row of that title as shown. */
export const rowText = (body, row) => piecesOf(body).find(({ line }) => line.startsWith(row + CELLS))?.text ?? row;

/** The beginning of the section of that title, up to the next of `titles`. */
export function sectionText(body, title, titles) {
  const lines = body.split('\n').map((line) => line.trim());
  const found = [];
  for (const line of lines.includes(title) ? lines.slice(lines.indexOf(title) + 1) : []) {
    if (titles.includes(line) || (found.length && [...found, line].join(' ').length > LONGEST_PASSAGE)) break;
    found.push(line);
  }
  return found.join(' ');
}

/** The pieces that cover the query, best first: [{text, covered}], each with at least one word of `missing`, which counts more. A row
    needs a word of its own. `termsIn` returns the terms of a text, `kept` has
    the passages of earlier ones. */
export function passagesFor(body, words, missing, termsIn, kept) {
  const weight = (word, terms) => word.expansions.reduce((most, [term, , inText]) => (terms.has(term) ? Math.max(most, inText) : most), 0);
  const announced = (word, { heads, labels }) => Math.max(weight(word, heads) * IN_HEAD, word.labels?.some((term) => labels.has(term)) ? word.idf * ASKED : 0);
  const rated = (piece, at) => {
    const { terms, heads, name, text, share } = piece;
    const own = words.map((word) => Math.max(weight(word, terms), missing.includes(word) ? weight(word, name) * NAMED : 0));
    const weights = !heads.size || own.some(Boolean) ? words.map((word, place) => Math.max(own[place], announced(word, piece))) : [];
    const covered = weights.reduce((sum, found, place) => sum + found * (missing.includes(words[place]) ? 1 : SAID), 0);
    const isAnswer = weights.some((found, place) => found && missing.includes(words[place]));
    return { at, covered: covered * share, score: isAnswer ? covered * share * (DENSE / (DENSE + Array.from(text).length)) : 0 };
  };
  const all = missing.length ? termedOf(body, termsIn, kept) : [];
  const found = all.map(rated).filter(({ score }) => score).sort((one, other) => other.score - one.score);
  return found.map(({ at, covered }) => ({ text: withList(all.slice(at, at + LISTED).map(({ text }) => text)), covered }));
}

/** The first of some texts; one that ends with a colon together with as many of the others as fit. */
function withList([first, ...others]) {
  let shown = first;
  for (const [at, text] of (first.endsWith(':') ? others : []).entries()) {
    if (shown.length + CELLS.length + text.length > LONGEST_PASSAGE) break;
    shown += (at ? CELLS : ' ') + text;
  }
  return shown;
}

/** Cuts to `LONGEST_PASSAGE` characters around the first match, between words; `marked` splits a text into [piece, isMatch]. */
export function cut(text, marked) {
  if (text.length <= LONGEST_PASSAGE) return text;
  const pieces = marked(text);
  const first = pieces.findIndex(([, meant]) => meant);
  const before = pieces.slice(0, Math.max(0, first)).reduce((length, [piece]) => length + piece.length, 0);
  let start = Math.max(0, Math.min(first < 0 ? 0 : before - Math.floor(LONGEST_PASSAGE / 3), text.length - LONGEST_PASSAGE));
  if (start) start = text.indexOf(' ', start) + 1;
  let end = text.length;
  if (start + LONGEST_PASSAGE < end) {
    end = text.slice(start, start + LONGEST_PASSAGE).lastIndexOf(' ');
    end = end < 0 ? start : start + end;
  }
  return (start ? '… ' : '') + text.slice(start, end) + (end < text.length ? ' …' : '');
}
