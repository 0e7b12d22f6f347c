/* Nachschlag: the passage of a text that answers a query; as in passages.py. */

import { everywhere } from './search_words.js';
import { passages, plain, sentences } from './shared.js';

const { LONGEST_PASSAGE, WHOLE_LINE, SAID, IN_HEAD, DENSE } = passages;
const { CELLS } = plain;
const BORDER = CELLS.trim();
const SENTENCE_END = everywhere(sentences.PLAIN_END);

/** So many texts keep their passages: the same rules are shown for letter after letter. */
const KEPT = 64;
const kept = new Map();

/** The passages of a text with the terms of their words. */
function termedOf(body, termsIn) {
  if (!kept.has(body)) {
    if (kept.size >= KEPT) kept.clear();
    kept.set(body, piecesOf(body).map(({ line, head, text }) => ({ terms: termsIn(line), heads: termsIn(head), text })));
  }
  return kept.get(body);
}

/** All passages of a text: {line as written, head of its table, text as shown}. */
function piecesOf(body) {
  let head = '';
  return body.split('\n').flatMap((line) => {
    if (line.includes(BORDER)) {
      const piece = { line, head, text: head ? shownRow(line, head) : line };
      head ||= line;
      return [piece];
    }
    head = '';
    const pieces = line.length <= WHOLE_LINE ? [line] : line.replace(SENTENCE_END, '$1\n').split('\n');
    return pieces.map((piece) => ({ line: piece, head: '', text: piece.trim() }));
  });
}

/** A row with the names of its columns, where it has more than two. */
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
  const lines = body.split('\n');
  const found = [];
  for (const line of lines.includes(title) ? lines.slice(lines.indexOf(title) + 1) : []) {
    if (titles.includes(line) || (found.length && [...found, line].join(' ').length > LONGEST_PASSAGE)) break;
    found.push(line);
  }
  return found.join(' ');
}

/** The piece that covers most of the query and at least one word `missing` from title and short rule; "" where none does. A row needs a
    word of its own. `termsIn` returns the terms of a text. */
export function passage(body, words, missing, termsIn) {
  const weight = (word, terms) => word.expansions.reduce((most, [term, , inText]) => (terms.has(term) ? Math.max(most, inText) : most), 0);
  let best = '';
  let most = 0;
  for (const { terms, heads, text } of missing.length ? termedOf(body, termsIn) : []) {
    if (!words.some((word) => weight(word, terms))) continue;
    const weights = words.map((word) => Math.max(weight(word, terms), weight(word, heads) * IN_HEAD));
    const covered = words.reduce((sum, word, at) => sum + weights[at] * (missing.includes(word) ? 1 : SAID), 0);
    const found = covered * (DENSE / (DENSE + Array.from(text).length));
    if (found > most && words.some((word, at) => weights[at] && missing.includes(word))) [best, most] = [text, found];
  }
  return best;
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
