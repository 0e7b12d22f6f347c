/* Nachschlag: text as typed → words, rule number, part, system, page, as in query.py. */

import { everywhere, fold, foldLetters, INVISIBLE, isLetters, meaningful, STOP_WORDS, stripParameters, tokens, whole } from './search_words.js';
import { framing, query as shared, search_words } from './shared.js';

export const LONGEST = shared.LONGEST;
export const PLAIN_SERIES = new Set(shared.PLAIN_SERIES);
const { MOST_WORDS, FIGURES, COMMA } = shared;
const { ASKING } = search_words;
const SERIES_FORMS = new Map(Object.entries(shared.SERIES_FORMS));
const PARTICLES = new Set(shared.PARTICLES);
const ROMAN = new Map(Object.entries(shared.ROMAN));
const [DASHED, GLUED_NUMBER] = [everywhere(shared.DASHED), everywhere(shared.GLUED_NUMBER)];
/** A word of the query that is a number. */
export const VALUE = whole(shared.VALUE);
const [DOTTED, WHOLE, GLUED, PAGE] = [shared.DOTTED, shared.WHOLE, shared.GLUED, shared.PAGE].map(whole);

let last = {};

/** A query; the last one is kept, because each keystroke asks for it several times. */
export function parse(text, systems, withSystem = true) {
  if (last.text !== text || last.systems !== systems || last.withSystem !== withSystem) last = { text, systems, withSystem, query: parsed(text, systems, withSystem) };
  return last.query;
}

function parsed(text, systems, withSystem) {
  let clean = Array.from(text).slice(0, LONGEST).join('').replace(INVISIBLE, '').replace(/[\p{C}\p{Z}]/gu, ' ');
  clean = clean.replace(COMMA, '$1.$2');
  const typing = /[\p{L}\p{N}.)]$/u.test(clean);
  clean = clean.replace(GLUED_NUMBER, '$1$2 ').replace(DASHED, '$1$2.');
  let found = tokens(stripParameters(fold(clean))).slice(0, MOST_WORDS);
  const typed = tokens(stripParameters(foldLetters(clean))).slice(0, MOST_WORDS);
  const raw = new Map(typed.length === found.length ? found.map((token, at) => [token, typed[at]]) : []);
  let system = null;
  if (withSystem) [system, found] = takeSystem(found, systems);
  const meant = systems.filter((one) => system === null || one.id === system);
  found = apart(found, meant);
  const { rest, ...number } = takeNumber(found, meant);
  const words = wordsOf(rest, typing).map((word) => ({ ...word, raw: raw.get(word.text) ?? word.text }));
  const core = words.filter((word) => !VALUE.test(word.text)).map((word) => word.text).join(' ');
  const said = new Set(words.map((word) => word.text));
  const whole = meaningful(rest).every((token) => said.has(token));
  const isSentence = found.length >= framing.SENTENCE;
  const spoken = [...words.map(({ text }) => text), ...found.filter((token) => STOP_WORDS.has(token))];
  return { words, said: spoken, key: found.join(' '), core, system, whole, page: pageIn(found), isSentence, ...number };
}

/** The page number in "S. 12" or "auf Seite 12?". */
function pageIn(all) {
  return PAGE.exec(meaningful(all).join(' '))?.[1] ?? null;
}

function wordsOf(rest, typing) {
  let kept = rest.filter((token, at) => !STOP_WORDS.has(token) && !(ASKING.includes(token) && rest[at - 1] === 'was'));
  if (!kept.length) kept = rest;
  // With a value at the end, "aufprall 3", the word before the value is the unfinished one.
  const last = typing && rest.length ? rest.findLast((token) => !VALUE.test(token)) ?? rest[rest.length - 1] : null;
  if (last && Array.from(last).length === 1 && isLetters(last) && kept.length > 1 && kept[kept.length - 1] === last) kept = kept.slice(0, -1);
  return [...new Set(kept)].map((text) => ({ text, last: text === last, also: alsoOf(text, rest) }));
}

function alsoOf(text, rest) {
  const at = rest.indexOf(text);
  const final = rest[rest.length - 1];
  const found = at ? [rest[at - 1] + text] : [];
  if (at + 1 < rest.length) found.push(text + rest[at + 1]);
  if (at && at + 1 < rest.length) found.push(rest.slice(at - 1, at + 2).join(''));
  if (PARTICLES.has(final) && at < rest.length - 1) found.push(final + text);
  return found;
}

function takeSystem(all, systems) {
  const names = systems.flatMap((system) => system.names.map((name) => [name.split(' '), system.id])).filter(([name]) => all.includes(name[0]));
  names.sort((one, other) => other[0].length - one[0].length);
  for (const [name, system] of names) {
    const at = find(all, name);
    if (at < 0) continue;
    const rest = [...all.slice(0, at), ...all.slice(at + name.length)];
    return [system, meaningful(rest).length ? rest : all];
  }
  return [null, all];
}

function find(all, name) {
  return all.findIndex((_, at) => name.every((token, offset) => all[at + offset] === token));
}

/** Splits "gr17" if its letters are a part's abbreviation or a series word. */
function apart(all, systems) {
  const isKnown = (word) => SERIES_FORMS.has(word) || systems.some(({ parts }) => parts.some(({ names }) => names.includes(word)));
  return all.flatMap((token) => {
    const found = GLUED.exec(token);
    return found && isKnown(found[1]) ? found.slice(1) : [token];
  });
}

function takeNumber(all, systems) {
  const found = numbersIn(all, systems);
  if (!found.length) return { number: '', series: '', parts: new Set(), rest: all };
  const { number, series, parts, start, end } = found.find((candidate) => candidate.parts.size) || found[0];
  let kept = /^\d+[^\d]/.test(all[end - 1]) ? [all[end - 1]] : [];
  if (series && !PLAIN_SERIES.has(series)) kept = all.slice(start, end); // "Schritt 2" may also begin a title
  return { number, series, parts, rest: [...all.slice(0, start), ...kept, ...all.slice(end)] };
}

function numbersIn(all, systems) {
  const seriesWords = new Set([...PLAIN_SERIES, ...systems.flatMap((system) => system.series)]);
  const found = [];
  for (let at = 0; at < all.length; at += 1) {
    const before = at ? all[at - 1] : '';
    const series = [before, SERIES_FORMS.get(before)].find((word) => seriesWords.has(word)) ?? '';
    const next = at + 1 < all.length ? all[at + 1] : '';
    const after = SERIES_FORMS.get(next) ?? next;
    if (!series && WHOLE.test(all[at]) && seriesWords.has(after)) {
      found.push({ number: normalKey(all[at]), series: after, parts: new Set(), start: at, end: at + 2 }); // "6. Kapitel"
      continue;
    }
    const [parts, start] = partsBefore(all, series ? at - 1 : at, systems);
    const number = numberKey(all[at], Boolean(series || parts.size), all.length === 1);
    if (number) found.push({ number, series, parts, start, end: at + 1 });
  }
  return found;
}

function numberKey(token, announced, alone) {
  if (DOTTED.test(token) || ((announced || alone) && WHOLE.test(token))) return normalKey(token);
  if (!announced) return '';
  return String(FIGURES.indexOf(token) + 1 || roman(token) || '');
}

function roman(token) {
  const values = Array.from(token, (letter) => ROMAN.get(letter) ?? 0);
  const signed = values.map((value, at) => (values.slice(at + 1).some((later) => later > value) ? -value : value));
  return values.every(Boolean) ? signed.reduce((sum, value) => sum + value, 0) : 0;
}

function normalKey(dotted) {
  const [, number, letter] = /^([\d.]*)([a-z]?)$/.exec(dotted);
  const figures = number.split('.').map(Number);
  while (figures.length > 1 && figures[figures.length - 1] === 0) figures.pop();
  return figures.join('.') + letter;
}

function partsBefore(all, end, systems) {
  const before = ` ${all.slice(0, end).join(' ')}`;
  let found = new Set();
  let longest = 0;
  for (const system of systems) {
    for (const part of system.parts) {
      for (const name of part.names) {
        if (!name || !before.endsWith(name) || before[before.length - name.length - 1] !== ' ') continue;
        const length = name.split(' ').length;
        if (length < longest) continue;
        if (length > longest) [found, longest] = [new Set(), length];
        found.add(`${system.id}/${part.id}`);
      }
    }
  }
  return [found, end - longest];
}
