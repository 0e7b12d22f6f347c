/* Nachschlag: what a player types → words, rule number, part, game, page, as query.py does it. */

import { fold, foldLetters, INVISIBLE, STOP_WORDS, stripParameters, tokens } from './suche-deutsch.js';

export const LONGEST = 200;
const MOST_WORDS = 12;
export const PLAIN_SERIES = new Set(['abschnitt', 'regel', 'kapitel', 'punkt', 'nummer', 'nr', 'ziffer']);
/** How series words are shortened, and the words; names.json brings them. */
export const SERIES_FORMS = new Map();
const PARTICLES = new Set('ab an auf aus bei ein her hin los mit nach um vor weg zu zuruck zusammen'.split(' '));
const FIGURES = ['eins', 'zwei', 'drei', 'vier', 'funf', 'sechs', 'sieben', 'acht', 'neun', 'zehn', 'elf', 'zwolf'];

export function parse(text, games, withSystem = true) {
  let clean = Array.from(text).slice(0, LONGEST).join('').replace(INVISIBLE, '').replace(/[\p{C}\p{Z}]/gu, ' ');
  clean = clean.replace(/^([^0-9]*[0-9]{1,3}),([0-9]{1,3})(?=[ .?!]*$)/, '$1.$2');
  const typing = /[\p{L}\p{N}.)]$/u.test(clean);
  clean = clean.replace(/(^|[^\p{L}\p{N}_])(\p{L}{1,4})(?=\p{Nd}+\.\p{Nd})/gu, '$1$2 ');
  clean = clean.replace(DASHED, '$1$2.');
  let all = tokens(stripParameters(fold(clean))).slice(0, MOST_WORDS);
  const typed = tokens(stripParameters(foldLetters(clean))).slice(0, MOST_WORDS);
  const raw = new Map(typed.length === all.length ? all.map((token, at) => [token, typed[at]]) : []);
  let system = null;
  if (withSystem) [system, all] = takeSystem(all, games);
  const meant = games.filter((game) => system === null || game.id === system);
  all = apart(all, meant);
  const { rest, ...number } = takeNumber(all, meant);
  const words = wordsOf(rest, typing).map((word) => ({ ...word, raw: raw.get(word.text) ?? word.text }));
  const core = words.filter((word) => !/^[0-9]+$/.test(word.text)).map((word) => word.text).join(' ');
  const said = new Set(words.map((word) => word.text));
  const whole = rest.every((token) => STOP_WORDS.has(token) || said.has(token));
  return { words, key: all.join(' '), core, system, whole, page: pageIn(all), ...number };
}

/** "Abbildung 3-1", "Tab. 6–2": as some books number figures and tables. */
const DASHED = /(^|[^\p{L}\p{N}_])((?:abbildung|abb|bild|figure|fig|tabelle|tab|table)\.?\s*[0-9]{1,2})\s?[-–]\s?(?=[0-9]{1,2}(?![0-9]))/giu;

const PAGE_WORDS = ["s", "seite", "p", "page", "steht seite"];
const PAGE = new RegExp(`^(?:${PAGE_WORDS.join('|')}) ?0*([1-9][0-9]{0,3})$`);

/** The number in "S. 12" or "auf Seite 12?". */
function pageIn(all) {
  const said = all.filter((token) => !STOP_WORDS.has(token)).join(' ');
  return PAGE.exec(said)?.[1] ?? null;
}

function wordsOf(rest, typing) {
  let kept = rest.filter((token, at) => !STOP_WORDS.has(token) && !(token === 'macht' && rest[at - 1] === 'was'));
  if (!kept.length) kept = rest;
  // Behind a value, "aufprall 3", the word before it is the unfinished one.
  const last = typing && rest.length ? rest.findLast((token) => !/^[0-9]+$/.test(token)) ?? rest[rest.length - 1] : null;
  if (last && /^\p{L}$/u.test(last) && kept.length > 1 && kept[kept.length - 1] === last) kept = kept.slice(0, -1);
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

function takeSystem(all, games) {
  const names = games.flatMap((game) => game.names.map((name) => [name.split(' '), game.id]));
  names.sort((one, other) => other[0].length - one[0].length);
  for (const [name, system] of names) {
    const at = find(all, name);
    if (at < 0) continue;
    const rest = [...all.slice(0, at), ...all.slice(at + name.length)];
    return [system, rest.some((token) => !STOP_WORDS.has(token)) ? rest : all];
  }
  return [null, all];
}

function find(all, name) {
  if (!name[0]) return -1;
  return all.findIndex((_, at) => name.every((token, offset) => all[at + offset] === token));
}

/** "gr17" taken apart where its letters are a part's abbreviation or a series word. */
function apart(all, games) {
  const known = new Set([...SERIES_FORMS.keys(), ...games.flatMap((game) => game.parts.flatMap((part) => part.names))]);
  return all.flatMap((token) => {
    const found = /^(\p{L}{1,4})(\d{1,3}(?:\.\d{1,3})*)$/u.exec(token);
    return found && known.has(found[1]) ? found.slice(1) : [token];
  });
}

function takeNumber(all, games) {
  const found = numbersIn(all, games);
  if (!found.length) return { number: '', series: '', parts: new Set(), rest: all };
  const { number, series, parts, start, end } = found.find((candidate) => candidate.parts.size) || found[0];
  let kept = /^\d+[^\d]/.test(all[end - 1]) ? [all[end - 1]] : [];
  if (series && !PLAIN_SERIES.has(series)) kept = all.slice(start, end); // "Schritt 2" may also be how a title begins
  return { number, series, parts, rest: [...all.slice(0, start), ...kept, ...all.slice(end)] };
}

function numbersIn(all, games) {
  const seriesWords = new Set([...PLAIN_SERIES, ...games.flatMap((game) => game.series)]);
  const found = [];
  for (let at = 0; at < all.length; at += 1) {
    const before = at ? all[at - 1] : '';
    const series = [before, SERIES_FORMS.get(before)].find((word) => seriesWords.has(word)) ?? '';
    const next = at + 1 < all.length ? all[at + 1] : '';
    const after = SERIES_FORMS.get(next) ?? next;
    if (!series && /^\d{1,4}[a-z]?$/.test(all[at]) && seriesWords.has(after)) {
      found.push({ number: normalKey(all[at]), series: after, parts: new Set(), start: at, end: at + 2 }); // "6. Kapitel"
      continue;
    }
    const [parts, start] = partsBefore(all, series ? at - 1 : at, games);
    const number = numberKey(all[at], Boolean(series || parts.size), all.length === 1);
    if (number) found.push({ number, series, parts, start, end: at + 1 });
  }
  return found;
}

function numberKey(token, announced, alone) {
  if (/^\d{1,4}(?:\.\d{1,3}){1,3}$/.test(token) || ((announced || alone) && /^\d{1,4}[a-z]?$/.test(token))) return normalKey(token);
  if (!announced) return '';
  if (FIGURES.includes(token)) return String(FIGURES.indexOf(token) + 1);
  return /^[ivxl]+$/.test(token) ? String(roman(token)) : '';
}

function roman(token) {
  const values = Array.from(token, (letter) => ({ i: 1, v: 5, x: 10, l: 50 })[letter]);
  return values.reduce((sum, value, at) => sum + (values.slice(at + 1).some((later) => later > value) ? -value : value), 0);
}

function normalKey(dotted) {
  const [, number, letter] = /^([\d.]*)([a-z]?)$/.exec(dotted);
  const figures = number.split('.').map(Number);
  while (figures.length > 1 && figures[figures.length - 1] === 0) figures.pop();
  return figures.join('.') + letter;
}

function partsBefore(all, end, games) {
  let found = new Set();
  let longest = 0;
  for (const game of games) {
    for (const part of game.parts) {
      for (const name of part.names) {
        const length = name ? name.split(' ').length : 0;
        if (length < Math.max(longest, 1) || end < length || all.slice(end - length, end).join(' ') !== name) continue;
        if (length > longest) [found, longest] = [new Set(), length];
        found.add(`${game.id}/${part.id}`);
      }
    }
  }
  return [found, end - longest];
}
