/* Nachschlag: decodes whole numbers and words from the text that packed.py writes; loops that may pause. */

import { packed, text_columns, words } from './shared.js';

const { ENDS, GOES_ON } = packed;
const { DIGITS } = text_columns;
const RADIX = words.MOST_SAID + 1;

/** The position of a letter among those of packed.py. */
const place = (code) => code - (code > 92 ? 36 : 35);

/** A function that reads a text's whole numbers in sequence; NaN after the last. */
export function reader(text) {
  let at = 0;
  return () => {
    let value = 0;
    for (let scale = 1; ; scale *= GOES_ON) {
      const digit = place(text.charCodeAt(at));
      at += 1;
      value += digit * scale;
      if (!(digit >= ENDS)) return value;
    }
  };
}

/** A function that says at each place, in sequence, what a function like `reader`'s has for it, after the gap before; undefined for nothing. */
export function sparse(next) {
  let left = null;
  return () => {
    left ??= next();
    if (left-- !== 0) return undefined;
    left = null;
    return next();
  };
}

/** 0, -1, 1, -2, 2, … from 0, 1, 2, 3, 4, … */
export const signed = (number) => (number % 2 ? -(number + 1) / 2 : number / 2);

/** A list of `count` things, each made from its position. */
export const times = (count, make) => Array.from({ length: count }, (_, at) => make(at));

/** All whole numbers of a text. */
export function numbersIn(coded) {
  const found = [];
  const next = reader(coded);
  for (let number = next(); number >= 0; number = next()) found.push(number);
  return found;
}

/** The places in text that has the gaps between them. */
export function placesIn(coded) {
  let place = -1;
  return numbersIn(coded).map((gap) => { place += gap + 1; return place; });
}

/** Sorted words from text in which a capital before each says how many letters of the one before to take off; "Z" all. */
export function frontDecoded(coded) {
  let before = '';
  return (coded.match(/[A-Z][^A-Z]*/g) ?? []).map((chunk) => {
    const shared = chunk.startsWith('Z') ? 0 : before.length - chunk.charCodeAt(0) + 65;
    before = before.slice(0, shared) + chunk.slice(1);
    return before;
  });
}

/** The small numbers of a letter: `_digits` in text_columns.py. */
const digitsOf = Array.from({ length: RADIX ** DIGITS }, (_, number) => Array.from({ length: DIGITS }, (_, at) => Math.floor(number / RADIX ** (DIGITS - 1 - at)) % RADIX));

/** A function that calls `each(digit, at)` with the next `count` small numbers. */
export function digitReader(text) {
  let letter = 0;
  return (count, each) => {
    for (let at = 0; at < count; letter += 1) {
      for (const digit of digitsOf[place(text.charCodeAt(letter))]) if (at < count) each(digit, at++);
    }
  };
}

/** The number of turns of a loop between two pauses, brief even on a slow phone. */
const TURNS = 32;

/** Calls `turns(from, to)` to cover 0, 1, 2, … `count` - 1, with pauses. A loop inside a generator itself would run slower. */
export function* inTurns(count, turns) {
  for (let from = 0; from < count; from += TURNS) {
    turns(from, Math.min(from + TURNS, count));
    yield;
  }
}

/** Like list.map, with pauses. */
export function* mapped(list, make) {
  const made = [];
  yield* inTurns(list.length, (from, to) => { for (let at = from; at < to; at += 1) made.push(make(list[at], at)); });
  return made;
}
