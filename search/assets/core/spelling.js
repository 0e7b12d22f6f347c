/* Nachschlag: how like a sentence is, letter by letter, to what an entry is called and asked for, as in spelling.py. */

import { spelling } from './shared.js';

const { PLACES, RADIX, FOUND, MOST_DIGITS, FEW, USUAL, GROWTH } = spelling;

/** The places of the groups of three letters of a word. */
function placesOf(word) {
  const letters = Array.from(` ${word}`, (letter) => letter.codePointAt(0));
  const found = new Set();
  for (let at = 0; at < Math.max(1, letters.length - 2); at += 1) {
    found.add(letters.slice(at, at + 3).reduce((place, letter) => (place * RADIX + letter) % PLACES, 0));
  }
  return found;
}

/** The places of the groups of some words, each once. */
export const groups = (words) => [...new Set(words.flatMap((word) => [...placesOf(word)]))];

/** Makes what is compared with a sentence from an entry's phrases. */
export class Spelling {
  /** @param {string[]} terms */
  constructor(terms) {
    this.terms = terms;
    this.known = [];
    this.spelt = new Map();
    /** Place → the number of phrases of one entry with the group, and the last phrase of all with it. */
    this.times = new Uint16Array(PLACES);
    this.last = new Uint32Array(PLACES);
    this.phrase = 0;
  }

  /** What each group counts in an entry with these phrases, as lists of terms' numbers, these terms of its questions, each with how often
   * they have it, and these stop words; and how much the number of groups counts against it. */
  of(phrases, said, stops) {
    const places = [];
    const counted = new Set();
    let number = 0;
    for (const phrase of phrases) {
      const key = phrase.length > 1 ? [...new Set(phrase)].sort().join() : `${phrase[0]}`;
      if (counted.has(key)) continue;
      counted.add(key);
      number += this.count(phrase, places);
    }
    for (let at = 0; at < said.length; at += 2) number += this.add(this.groupsOf(said[at]), said[at + 1], places);
    for (const word of stops) number += this.add(this.placesOf(word), 1, places);
    const worth = new Uint8Array(PLACES);
    for (const place of places) {
      worth[place] = FOUND + Math.min(MOST_DIGITS, 32 - Math.clz32(this.times[place]));
      this.times[place] = 0;
    }
    return { worth, size: Math.log2((number + FEW) / USUAL), isEmpty: !number };
  }

  /** Counts the groups of a phrase, adds new ones to `places`, and returns their number. */
  count(phrase, places) {
    let number = 0;
    this.phrase += 1;
    for (const term of phrase) {
      for (const place of this.groupsOf(term)) {
        if (this.last[place] === this.phrase) continue;
        this.last[place] = this.phrase;
        if (!this.times[place]) places.push(place);
        this.times[place] += 1;
        number += 1;
      }
    }
    return number;
  }

  /** Counts groups that often, adds new ones to `places`, and returns their number. */
  add(found, often, places) {
    for (const place of found) {
      if (!this.times[place]) places.push(place);
      this.times[place] += often;
    }
    return often * found.length;
  }

  groupsOf(term) {
    this.known[term] ??= this.placesOf(this.terms[term]);
    return this.known[term];
  }

  placesOf(word) {
    if (!this.spelt.has(word)) this.spelt.set(word, [...placesOf(word)]);
    return this.spelt.get(word);
  }
}

/** The factor for an entry's score, from the groups asked for. */
export function likeness({ worth, size, isEmpty }, asked) {
  if (!asked.length || isEmpty) return 1;
  let found = 0;
  for (const place of asked) found += worth[place];
  return 2 ** (GROWTH * (found - asked.length * size));
}
