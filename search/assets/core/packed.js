/* Nachschlag: decodes whole numbers and words from the text that packed.py writes; loops that may pause. */

import { packed } from './shared.js';

const { ENDS, GOES_ON } = packed;

/** The position of a letter among those of packed.py. */
const place = (code) => code - (code > 92 ? 36 : 35);

/** Reads whole numbers in sequence. */
export class Numbers {
  constructor(text) {
    this.text = text;
    this.at = 0;
  }

  get isAtEnd() {
    return this.at >= this.text.length;
  }

  next() {
    let value = 0;
    for (let scale = 1; ; scale *= GOES_ON) {
      const digit = place(this.text.charCodeAt(this.at));
      this.at += 1;
      value += digit * scale;
      if (digit < ENDS) return value;
    }
  }

  /** 0, -1, 1, -2, 2, … */
  signed() {
    const number = this.next();
    return number % 2 ? -(number + 1) / 2 : number / 2;
  }

  /** So many things made of them. */
  times(count, make) {
    const made = [];
    for (let at = 0; at < count; at += 1) made.push(make(at));
    return made;
  }
}

/** Sorted words, each with how many letters it shares with the one before. */
export function frontDecoded(coded) {
  let before = '';
  return coded.split(' ').slice(1).map((chunk) => {
    before = before.slice(0, place(chunk.charCodeAt(0))) + chunk.slice(1);
    return before;
  });
}

/** The turns of a loop between pauses, brief even on a slow phone. */
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
