/* Nachschlag: the vocabulary, and bounded walks through it, as in lexicon.py. */

import { frontDecoded, inTurns, mapped, placesIn, reader, signed, sparse, times } from './packed.js';
import { compareText, isLetters, meaningful, nameKey, STOP_WORDS, tokens } from './search_words.js';
import { lexicon, packed, words as written } from './shared.js';

const { CAP } = lexicon;
/** The fields of names, among those that are shown. */
const BEARING = ['title', 'english', 'names'].map((name) => written.SHOWN_FIELDS.indexOf(name));
const { LONGEST_ENDING, ODD } = packed;

/** Splits at "|". */
export const listed = (text) => (text ? text.split('|') : []);

/** A function that says how many letters the stem drops from most words with the ending of this one. */
function usualDrop(endings) {
  const known = new Map(Object.entries(endings));
  const drop = (end) => {
    if (!known.has(end)) known.set(end, drop(end.slice(1)));
    return known.get(end);
  };
  return (word) => drop(word.slice(-LONGEST_ENDING));
}

const initial = (word) => String.fromCodePoint(word.codePointAt(0));

/** The acronyms of a folded title that need no other parts of compounds than the known ones: `plain_acronyms` in search_words.py. */
function plainAcronyms(title, parts) {
  let [all, telling, inParts] = ['', '', ''];
  for (const token of tokens(title)) {
    const letter = initial(token);
    if (!isLetters(letter)) continue;
    all += letter;
    if (!STOP_WORDS.has(token)) telling += letter;
    inParts += parts(token)?.map(initial).join('') || letter;
  }
  return [all, telling, inParts].filter((letters) => /^.{2,5}$/u.test(letters));
}

/** The `count` parts of a compound. */
function partsOf(word, count, splits) {
  let end = 0;
  return times(count, (at) => {
    const start = end + splits();
    end = at < count - 1 ? start + splits() : word.length;
    return word.slice(start, end);
  });
}

/** Some of the `keys`, each with others of the `terms`. */
function others(coded, keys, terms) {
  const next = reader(coded);
  const found = new Map();
  for (let place = next(); place >= 0; place += next() + 1) found.set(keys[place], times(next(), () => terms[next()]));
  return found;
}

/** Only those of the others that pass a test. */
function among(others, isMeant, isKey = () => true) {
  const found = [...others].map(([key, terms]) => [key, isKey(key) ? terms.filter(isMeant) : []]);
  return new Map(found.filter(([, terms]) => terms.length));
}

/** Two sorted lists as one. */
function merged(words, others) {
  const found = [];
  let at = 0;
  for (const word of words) {
    while (others[at] < word) found.push(others[at++]);
    found.push(word);
  }
  return found.concat(others.slice(at));
}

function letters(word) {
  let mask = 0;
  for (let at = 0; at < word.length; at += 1) mask |= 1 << (word.charCodeAt(at) & 31);
  return mask;
}

function bits(mask) {
  let count = 0;
  for (let rest = mask >>> 0; rest; rest &= rest - 1) count += 1;
  return count;
}

export function distance(one, other, limit) {
  if (Math.abs(one.length - other.length) > limit) return limit + 1;
  let before = null;
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const current = new Array(other.length + 1).fill(limit + 1);
    current[0] = i;
    let least = i;
    for (let j = Math.max(1, i - limit); j <= Math.min(other.length, i + limit); j += 1) {
      const cost = one[i - 1] === other[j - 1] ? 0 : 1;
      let value = Math.min(row[j] + 1, current[j - 1] + 1, row[j - 1] + cost);
      if (before && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) value = Math.min(value, before[j - 2] + 1);
      current[j] = value;
      least = Math.min(least, value);
    }
    if (least > limit) return limit + 1;
    [before, row] = [row, current];
  }
  return Math.min(row[other.length], limit + 1);
}

export class Lexicon {
  /** Decodes the words and the documents' numbers, with pauses.
   * @param {ShownWords} shown @param {Function} keysOf the names of a document, normalised as queries are */
  * opening(index, shown, keysOf) {
    this.words = merged(frontDecoded(index.words), yield* shown.among(index.files.flatMap(({ places }) => places)));
    /** The number of these words, which are sorted. */
    this.size = this.words.length;
    yield;
    this.places = new Map();
    yield* mapped(this.words, (word, at) => this.places.set(word, at));
    const [unusual, odd] = [sparse(reader(index.stems)), index.odd.values()];
    const usual = usualDrop(index.endings);
    const without = (word, lack) => word.slice(0, word.length - lack);
    const stems = yield* mapped(this.words, (word) => {
      const lack = unusual() ?? usual(word);
      return lack === ODD ? odd.next().value : without(word, lack);
    });
    const numbered = [...new Set(stems)].sort();
    const splits = reader(index.splits);
    const [counts, verbs] = [splits, reader(index.verbs)].map(sparse);
    const parts = yield* mapped(this.words, (word) => partsOf(word, counts() ?? 0, splits));
    this.shown = shown;
    if (index.only) {
      yield* this.readNames();
      stems.push(...this.words.slice(this.size).map((word) => without(word, Math.min(usual(word), word.length - 1))));
    }
    this.sorted = this.words.length > this.size ? [...this.words].sort(compareText) : this.words;
    const told = (title) => plainAcronyms(title, (word) => parts[this.places.get(word)]);
    /** Per document the acronyms of its titles. */
    this.acronyms = yield* mapped(shown.titles, (title, at) => new Set(listed(index.acronyms[at]).concat(told(title), told(shown.english[at]))));
    const numbers = index.numbered.map(([, , key]) => `#${key}`);
    const marks = [...numbers, ...this.acronyms.flatMap((own) => [...own]).map((acronym) => `'${acronym}`)];
    this.terms = [...new Set([...marks, ...stems])].sort();
    this.termIds = new Map();
    yield* mapped(this.terms, (term, id) => this.termIds.set(term, id));
    const stemIds = yield* mapped(stems, (stem) => this.termIds.get(stem));
    this.verbs = new Map();
    /** Per word its term, then those of its parts and of its infinitive. */
    this.termsOf = yield* mapped(this.words, (word, at) => {
      const verb = at < this.size ? stemIds[at + signed(verbs() ?? 0)] : stemIds[at];
      if (verb !== stemIds[at]) this.verbs.set(word, verb);
      const others = [...(parts[at] ?? []).map((part) => stemIds[this.places.get(part)]), verb];
      return [...new Set([stemIds[at], ...others])];
    });
    this.surfaces = { has: (word) => this.places.has(word), get: (word) => this.termsOf[this.places.get(word)] };
    const ids = numbered.map((stem) => this.termIds.get(stem));
    /** Per term the terms that rules may use instead. */
    this.thesaurus = others(index.thesaurus, ids, ids);
    /** Term → in how many documents of all systems it counts as occurring; empty where that can be counted. */
    this.frequency = [];
    if (index.frequency) {
      const frequency = reader(index.frequency);
      for (const id of ids) this.frequency[id] = frequency();
    }
    /** System → the places of its own words. */
    this.own = new Map(Object.entries(index.others).map(([system, coded]) => {
      const isOther = new Uint8Array(this.size);
      for (const place of placesIn(coded)) isOther[place] = 1;
      return [system, [...isOther.keys()].filter((place) => !isOther[place])];
    }));
    const isOwn = new Uint8Array(this.size);
    for (const places of this.own.values()) for (const place of places) isOwn[place] = 1;
    this.also = yield* this.synonyms(others(index.also, this.words, ids), shown, keysOf, isOwn);
    [this.games, this.game, this.numbers] = [index.games, index.docs.game, numbers];
  }

  /** Adds the words of names that the file of a system lacks, because only other systems' rules bear them. */
  * readNames() {
    const all = this.shown.words;
    const read = (word) => { if (!this.places.has(word)) this.places.set(word, this.words.push(word) - 1); };
    yield* inTurns(all.length, (from, to) => { for (let at = from; at < to; at += 1) BEARING.forEach((field) => all[at][field].forEach(read)); });
  }

  /** Word → the terms of one-word titles that are called so, too, but for those that differ (`_told_synonyms` in packed.py). */
  * synonyms(differing, { titles, related }, keysOf, isOwn) {
    const found = new Map();
    const termsOf = (word) => found.get(word) ?? found.set(word, new Set()).get(word);
    /** The place of the only word of a name. */
    const single = (key) => {
      const words = meaningful(key.split(' '));
      const place = words.length === 1 && words[0].length > 1 ? this.places.get(words[0]) : undefined;
      return isOwn[place] ? place : undefined;
    };
    const tell = (key, term) => {
      const word = single(key);
      if (word !== undefined && this.termsOf[word][0] !== term) termsOf(this.words[word]).add(term);
    };
    yield* mapped(titles, (title, at) => {
      const word = single(tokens(title).join(' '));
      if (word === undefined) return;
      for (const key of [...keysOf(at), ...related[at].map(nameKey)]) tell(key, this.termsOf[word][0]);
    });
    for (const [word, terms] of differing) for (const term of terms) if (!termsOf(word).delete(term)) termsOf(word).add(term);
    return new Map([...found].map(([word, terms]) => [word, [...terms].sort((one, other) => one - other)]));
  }

  /** The words of all names. */
  get named() {
    this.bearing ??= new Set(this.shown.words.flatMap((fields) => BEARING.flatMap((field) => fields[field])));
    return this.bearing;
  }

  /** The part of the lexicon that a search in one system knows, as in lexicon.py; itself for an unknown system. */
  within(system) {
    const own = system ? this.own.get(system) : undefined;
    if (!own) return this;
    const surfaces = new Map(own.map((at) => [this.words[at], this.termsOf[at]]));
    const inside = new Uint8Array(this.terms.length);
    const isKnown = new Uint8Array(this.terms.length);
    for (const terms of surfaces.values()) {
      for (const term of terms) inside[term] = 1;
      isKnown[terms[0]] = 1;
    }
    const thesaurus = among(this.thesaurus, (term) => inside[term]);
    for (let at = 0; at < this.size; at += 1) {
      const [stem] = this.termsOf[at];
      if (isKnown[stem] || !thesaurus.has(stem)) continue;
      isKnown[stem] = 1; // the first word will do: another form is known by it
      surfaces.set(this.words[at], [stem]);
    }
    const acronymCounts = this.acronymsOf(system);
    const marks = new Set([...this.numbers.map((number) => this.termIds.get(number)), ...acronymCounts.keys()]);
    const get = (text) => {
      const id = this.termIds.get(text);
      return isKnown[id] || marks.has(id) ? id : undefined;
    };
    const isOwn = new Set(own.map((at) => this.words[at]));
    return Object.assign(Object.create(this), {
      surfaces,
      sorted: this.sorted.filter((word) => surfaces.has(word)),
      termIds: { get, has: (text) => get(text) !== undefined },
      also: among(this.also, (term) => inside[term], (word) => isOwn.has(word)),
      verbs: new Map([...this.verbs].filter(([word]) => isOwn.has(word))),
      thesaurus,
      elsewhere: { has: (word) => this.named.has(word) && !surfaces.has(word) },
      acronymCounts,
      lengths: null,
    });
  }

  /** The acronyms of a system's titles, each with the number of its documents that have it. */
  acronymsOf(system) {
    const counts = new Map();
    this.acronyms.forEach((own, at) => {
      if (this.games[this.game[at]]?.id !== system) return;
      for (const acronym of own) {
        const term = this.termIds.get(`'${acronym}`);
        counts.set(term, (counts.get(term) ?? 0) + 1);
      }
    });
    return counts;
  }

  /** The words by length, each with its letters; only needed for slips. */
  get byLength() {
    if (!this.lengths) {
      this.lengths = new Map();
      for (const word of this.sorted) {
        if (!this.lengths.has(word.length)) this.lengths.set(word.length, []);
        this.lengths.get(word.length).push([letters(word), word]);
      }
    }
    return this.lengths;
  }

  stemOf(surface) {
    return this.surfaces.get(surface)[0];
  }

  withPrefix(start) {
    let low = 0;
    for (let high = this.sorted.length; low < high;) {
      const middle = (low + high) >> 1;
      if (this.sorted[middle] < start) low = middle + 1; else high = middle;
    }
    if (this.sorted[low] === start) low += 1;
    return this.sorted.slice(low, low + CAP).filter((word) => word.startsWith(start));
  }

  withInfix(middle) {
    return this.sorted.filter((word) => word.includes(middle) && !word.startsWith(middle)).slice(0, CAP);
  }

  like(word, limit) {
    const found = [];
    const mask = letters(word);
    for (let length = Math.max(1, word.length - limit); length <= word.length + limit; length += 1) {
      // A slip removes a letter from the set, adds one, or both.
      const most = 2 * limit - Math.abs(length - word.length);
      for (const [otherMask, other] of this.byLength.get(length) || []) {
        if (bits(otherMask ^ mask) > most) continue;
        const slips = distance(word, other, limit);
        if (slips <= limit) found.push([slips, other]);
      }
    }
    return found.sort((one, other) => one[0] - other[0] || compareText(one[1], other[1])).slice(0, CAP);
  }
}
