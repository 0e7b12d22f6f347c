/* Nachschlag: decodes what index.json holds in coded form. coding.py and coded.py wrote it, and name every step and model. */

const CONTEXTS = 512;
const BITS = 15;
const SLOWEST = 126;
const LEAST = 32;
const TOP = 2 ** 24; // of 2 ** 30, one digit less
const RATES = Int32Array.from({ length: SLOWEST + 1 }, (_, times) => Math.round(2 ** BITS / (times + 1.6)));

const [STEM, SPLIT, LINK, LENGTH, VERB] = [0, 32, 40, 41, 42];
const [ALSO, ALSO_COUNT, ALSO_TERM, ACRONYMS, ACRONYM, ENGLISH, PART, RELATED, CONCEPT] = [43, 44, 45, 46, 47, 48, 49, 50, 51];
const [QUERIES, QUERY, KNOWN, NEW] = [52, 53, 55, 56];
const [BODIES, GAP, TIMES] = [57, 63, 171];
const BIT_CONTEXTS = 189 * CONTEXTS;
const [IS_VERB, IN_TEXT, IS_LONG, IS_KNOWN] = [0, 32, 64, 66].map((at) => BIT_CONTEXTS + at);
const ALL_CONTEXTS = BIT_CONTEXTS + 68;
const ODD = 40;

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const DIGIT = new Uint8Array(128);
for (let at = 0; at < 64; at += 1) DIGIT[DIGITS.charCodeAt(at)] = at;

/** Most words have no parts, and ten thousand empty lists are a burden. */
const NONE = [];

const bitLength = (number) => 32 - Math.clz32(number);

function times(count, make) {
  const made = [];
  for (let at = 0; at < count; at += 1) made.push(make(at));
  return made;
}

/** The numbers of a coded text, one after the other; who asks has to name the models they were coded with. */
class Decoder {
  constructor(text) {
    this.digits = new Uint8Array(text.length + 5);
    for (let at = 0; at < text.length; at += 1) this.digits[at] = DIGIT[text.charCodeAt(at)];
    this.at = 5;
    this.code = this.digits.subarray(0, 5).reduce((code, digit) => code * 64 + digit, 0);
    this.range = 2 ** 30 - 1;
    this.zero = new Uint16Array(ALL_CONTEXTS).fill(1 << (BITS - 1));
    this.times = new Uint8Array(this.zero.length);
  }

  /** All that follows rests on this: a million and a half times for our five games. */
  bit(context) {
    const zero = this.zero[context];
    const seen = this.times[context];
    const bound = (this.range >> BITS) * zero;
    const one = this.code >= bound ? 1 : 0;
    let next;
    if (one) {
      this.code -= bound;
      this.range -= bound;
      next = zero + ((-zero * RATES[seen]) >> BITS);
    } else {
      this.range = bound;
      next = zero + ((((1 << BITS) - zero) * RATES[seen]) >> BITS);
    }
    if (next < LEAST) next = LEAST;
    else if (next > (1 << BITS) - LEAST) next = (1 << BITS) - LEAST;
    this.zero[context] = next;
    if (seen < SLOWEST) this.times[context] = seen + 1;
    while (this.range < TOP) {
      this.range <<= 6;
      this.code = (this.code << 6) | this.digits[this.at];
      this.at += 1;
    }
    return one;
  }

  number(model) {
    const start = model * CONTEXTS;
    let length = 0;
    while (this.bit(start + length)) length += 1;
    const digits = start + 32 + 16 * length;
    let node = 1;
    for (let at = length - 1; at >= 0; at -= 1) {
      const low = at < 7 ? at : 7;
      node = 2 * node + this.bit(digits + (node < 8 ? node : 8 + low));
    }
    return node - 1;
  }
}

/** Sorted words, each with how many letters it shares with the one before. */
function frontDecoded(coded) {
  let before = '';
  return coded.split(' ').slice(1).map((chunk) => {
    before = before.slice(0, DIGIT[chunk.charCodeAt(0)]) + chunk.slice(1);
    return before;
  });
}

const unsigned = (number) => (number % 2 ? -(number + 1) / 2 : number / 2);
const isHalf = (code) => code >= 0xdc00 && code < 0xe000; // of a letter beyond the first 65,536
const lastLetter = (word) => {
  const code = word.charCodeAt(word.length - 1);
  return (isHalf(code) ? word.codePointAt(word.length - 2) : code) & 31;
};

/** Puts the end of a list, two ascending runs, into order. */
function sortFrom(list, start) {
  for (let at = start + 1; at < list.length; at += 1) {
    const value = list[at];
    let place = at;
    for (; place > start && list[place - 1] > value; place -= 1) list[place] = list[place - 1];
    list[place] = value;
  }
}

/** So many turns of a loop are a moment's work, even on a slow phone; then whoever runs it may pause. */
const TURNS = 32;

/** Opens index.json: `vocabulary`, `documents`, `queries`, `bodies`, in this order and once. All but `documents` yield where they may pause. */
export class Coded {
  constructor(index) {
    this.index = index;
    this.decoder = new Decoder(index.coded);
  }

  /** {words, per word its stem, its parts and the verb of which it is a form, also: [[word, term ids], …], acronyms} */
  * vocabulary() {
    const { decoder, index } = this;
    const words = frontDecoded(index.words);
    yield;
    const odd = index.odd.values();
    const stems = yield* mapped(words, (word) => {
      const lacks = decoder.number(STEM + lastLetter(word));
      return lacks === ODD ? odd.next().value : word.slice(0, word.length - lacks);
    });
    const parts = yield* mapped(words, (word) => this.split(word));
    const isVerb = (word) => decoder.bit(IS_VERB + lastLetter(word));
    const verbs = yield* mapped(words, (word, at) => (isVerb(word) ? words[at + unsigned(decoder.number(VERB))] : ''));
    let place = 0;
    const also = times(decoder.number(ALSO), () => {
      place += decoder.number(ALSO);
      return [words[place], times(decoder.number(ALSO_COUNT), () => decoder.number(ALSO_TERM))];
    });
    return { words, stems, parts, verbs, also, acronyms: frontDecoded(index.acronyms) };
  }

  split(word) {
    const count = this.decoder.number(SPLIT + Math.min(word.length >> 2, 7));
    if (!count) return NONE;
    let end = 0;
    return times(count, (at) => {
      const start = end + this.decoder.number(LINK);
      end = at < count - 1 ? start + this.decoder.number(LENGTH) : word.length;
      return word.slice(start, end);
    });
  }

  /** Per document {acronyms: [number, …], isEnglish, part: its number, related: [number of a concept's name, …]}. */
  documents(size) {
    const { decoder } = this;
    const acronyms = times(size, () => times(decoder.number(ACRONYMS), () => decoder.number(ACRONYM)));
    const isEnglish = times(size, () => decoder.number(ENGLISH) === 1);
    let last = -1;
    return acronyms.map((found, at) => {
      const part = Math.max(last, 0) + unsigned(decoder.number(PART));
      last = Math.max(last, part);
      return { acronyms: found, isEnglish: isEnglish[at], part, related: times(decoder.number(RELATED), () => decoder.number(CONCEPT)) };
    });
  }

  /** Which texts each word stands in, and how often: those of a word lie between starts[word] and starts[word + 1]. */
  * bodies(words, documentCount, shown) {
    const { decoder } = this;
    const isShown = new Uint8Array(documentCount);
    const starts = new Int32Array(words + 1);
    const docs = [];
    const counts = [];
    const add = (word) => {
      const start = docs.length;
      const documents = shown.docs.subarray(shown.starts[word], shown.starts[word + 1]);
      const size = bitLength(documents.length);
      for (const document of documents) isShown[document] = 1;
      this.addShown(docs, documents, IN_TEXT + 4 * Math.min(size, 7));
      const mixed = docs.length > start;
      this.addGaps(docs, decoder.number(BODIES + Math.min(size, 5)), documentCount);
      if (mixed) sortFrom(docs, start);
      const model = TIMES + 2 * Math.min(bitLength(docs.length - start), 8);
      for (let at = start; at < docs.length; at += 1) counts.push(decoder.number(model + isShown[docs[at]]) + 1);
      for (const document of documents) isShown[document] = 0;
      starts[word + 1] = docs.length;
    };
    yield* inTurns(words, (from, to) => { for (let word = from; word < to; word += 1) add(word); });
    return { starts, docs: Int32Array.from(docs), counts: Int32Array.from(counts) };
  }

  addShown(found, documents, context) {
    let history = 0;
    for (const document of documents) {
      const isFound = this.decoder.bit(context + history);
      if (isFound) found.push(document);
      history = (2 * history + isFound) & 3;
    }
  }

  addGaps(found, count, size) {
    let before = -1;
    let last = 0;
    for (let left = count; left; left -= 1) {
      const expected = Math.min(bitLength(Math.floor((size - 1 - before) / left)), 11);
      const gap = this.decoder.number(GAP + 9 * expected + last) + 1;
      before += gap;
      last = Math.min(bitLength(gap), 8);
      found.push(before);
    }
  }

  /**
   * Per document its queries, flat: how many words, whether it is long, these words, and so on; from the number of all words on they are
   * stop words. `near` is used up.
   */
  * queries(all, near) {
    const { decoder } = this;
    const ranking = new Ranking(all);
    return yield* mapped(near, (own) => {
      const found = [];
      for (let left = decoder.number(QUERIES); left; left -= 1) {
        const isLong = decoder.bit(IS_LONG);
        const count = decoder.number(QUERY + isLong);
        found.push(count, isLong);
        for (let at = 0, wasKnown = 1; at < count; at += 1) {
          wasKnown = decoder.bit(IS_KNOWN + wasKnown);
          const word = wasKnown ? taken(own, decoder.number(KNOWN)) : ranking.order[decoder.number(NEW)];
          own.unshift(word);
          ranking.count(word);
          found.push(word);
        }
      }
      return found;
    });
  }
}

/** Calls `turns(from, to)` until all of 0, 1, 2, … `count` - 1 have had their turn, with pauses. In a generator itself a loop runs slower. */
export function* inTurns(count, turns) {
  for (let from = 0; from < count; from += TURNS) {
    turns(from, Math.min(from + TURNS, count));
    yield;
  }
}

/** As list.map, with pauses. */
export function* mapped(list, make) {
  const made = [];
  yield* inTurns(list.length, (from, to) => { for (let at = from; at < to; at += 1) made.push(make(list[at], at)); });
  return made;
}

function taken(list, at) {
  const value = list[at];
  list.copyWithin(at, at + 1);
  list.length -= 1;
  return value;
}

/** Words by how often they have come up so far. */
class Ranking {
  constructor(size) {
    this.order = times(size, (at) => at);
    this.places = Int32Array.from(this.order);
    this.counts = new Int32Array(size);
  }

  /** It has come up once more: it changes places with the first that came up as often as it did before. */
  count(word) {
    const place = this.places[word];
    const before = this.counts[word];
    this.counts[word] += 1;
    let low = 0;
    for (let high = place; low < high;) {
      const middle = (low + high) >> 1;
      if (this.counts[this.order[middle]] > before) low = middle + 1; else high = middle;
    }
    const other = this.order[low];
    [this.order[low], this.order[place]] = [word, other];
    [this.places[word], this.places[other]] = [low, place];
  }
}
