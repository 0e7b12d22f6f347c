/* Nachschlag: candidates → order, line by line as in scoring.py. */

import { CURRENT_SYSTEM_FACTOR } from './names.js';
import { PLAIN_SERIES } from './query.js';
import { compareText, meaningful, nameKey } from './search_words.js';
import { schema, scoring } from './shared.js';
import { groups, likeness as likenessOfLetters, Spelling } from './spelling.js';

const { UNCOVERED, TITLE, WHOLE_TITLE, CORE, STEMS, OTHER, BEGUN_TITLE, BEGUN, BEGUN_PHRASE, LIKENESS } = scoring;
const { BARE, NUMBER, SAME_PART, OTHER_PART, MAIN_PART_FACTOR, KIND_FACTORS } = scoring;
const { IMPACTS } = schema;

export class Scoring {
  /** @param {Names} names the documents @param {Fields} fields */
  constructor(names, fields) {
    this.names = names;
    this.fields = fields;
    this.spelling = new Spelling(fields.lexicon.terms);
    this.kindFactors = names.kinds.map(([kind]) => KIND_FACTORS[kind] ?? 1);
    this.ready = [];
  }

  /** The documents that `fits(at)` lets through, best first: [{at, score}]; ties in reading order. */
  ranked(query, words, fits, current) {
    const stems = words.length >= query.words.length && query.whole ? stemKey(words.map((word) => word.stem)) : '';
    const likeness = new Likeness(words, this.fields.lexicon.terms.length);
    const together = query.key.includes(' ') ? squeezed(query.key) : '';
    const asked = query.isSentence ? groups(query.said) : [];
    const { size } = this.names;
    const total = new Float64Array(size);
    const covered = new Float64Array(size);
    for (const word of words) this.addWord(word, total, covered);
    const hits = [];
    for (let at = 0; at < size; at += 1) {
      if (!total[at] || !fits(at)) continue;
      let sum = total[at] * (UNCOVERED + (1 - UNCOVERED) * covered[at] / likeness.wanted);
      if (asked.length) sum *= likenessOfLetters(this.speltOf(at), asked);
      const score = this.score(at, sum, query, words, together, stems, likeness, current);
      if (score > 0) hits.push({ at, score });
    }
    return hits.sort((one, other) => other.score - one.score || one.at - other.at);
  }

  addWord(word, total, covered) {
    const best = new Float64Array(this.names.size);
    for (const [term, inName, inText] of word.expansions) {
      const { docs, packed } = this.fields.postings(term);
      for (let at = 0; at < docs.length; at += 1) {
        const value = (packed[at] & 1 ? inName : inText) * IMPACTS[packed[at] >> 1];
        if (value > best[docs[at]]) best[docs[at]] = value;
      }
    }
    for (let doc = 0; doc < this.names.size; doc += 1) {
      if (best[doc]) {
        total[doc] += best[doc];
        covered[doc] += word.idf;
      }
    }
  }

  score(at, sum, query, words, together, stems, likeness, current) {
    const { docs, games, numbered } = this.names;
    const system = games[docs.game[at]];
    const part = system && system.parts[docs.part[at]];
    let score = this.withTitle(sum, query, together, stems, !words[words.length - 1].stem, at);
    score *= 1 + LIKENESS * likeness.best(this.namesOf(at).phrases);
    const number = numbered.get(at);
    const named = query.series && !PLAIN_SERIES.has(query.series);
    if (query.number && number && query.number === number.key && (!named || query.series === number.series)) {
      if (!named && number.series && !PLAIN_SERIES.has(number.series)) score -= BARE;
      score += NUMBER + (named ? SAME_PART : 0);
      if (query.parts.size) score += part && query.parts.has(`${system.id}/${part.id}`) ? SAME_PART : OTHER_PART;
    }
    if (part && part.main) score *= MAIN_PART_FACTOR;
    score *= this.kindFactors[docs.kind[at]];
    if (current && system && system.id === current) score *= CURRENT_SYSTEM_FACTOR;
    return Math.round(score * 1e4) / 1e4;
  }

  /** Raises the sum by the best way in which the query matches one of the document's names. */
  withTitle(sum, { key, core }, together, stems, unfinished, at) {
    const names = this.namesOf(at);
    let best = -Infinity;
    const raise = (factor, bonus) => { best = Math.max(best, sum * factor + bonus); };
    let begun = Infinity;
    if (key) for (const name of names.keys) if (name.length < begun && name.startsWith(key)) begun = name.length;
    if (begun === key.length) {
      if (names.titles.includes(key)) raise(TITLE[0], TITLE[1] + WHOLE_TITLE);
      raise(...TITLE);
    } else if ((core !== key && names.keys.includes(core)) || (together && this.squeezedOf(names).includes(together))) raise(...CORE);
    if (stems && names.stems.includes(stems)) raise(...STEMS);
    if (names.other.has(key) || (core !== key && names.other.has(core))) raise(...OTHER);
    if (begun < Infinity) {
      const [factor, bonus] = key.includes(' ') || unfinished ? BEGUN_PHRASE : BEGUN_TITLE;
      raise(factor, bonus * (BEGUN + (1 - BEGUN) * key.length / begun));
    }
    return best > -Infinity ? best : sum;
  }

  squeezedOf(names) {
    names.squeezed ??= names.keys.map(squeezed);
    return names.squeezed;
  }

  namesOf(at) {
    if (!this.ready[at]) {
      const { docs } = this.names;
      const all = [docs.title[at], docs.en[at] || docs.title[at], ...docs.names[at].split('|')];
      const keys = this.names.keysOf(at);
      const phrases = [...all.map((name) => this.fields.phraseOf(name)).filter((phrase) => phrase.length), ...this.fields.phrases(at)];
      this.ready[at] = {
        keys,
        titles: all.slice(0, 2).map(nameKey),
        other: new Set(this.fields.other(at)),
        stems: keys.map((key) => this.stemsOf(key)).filter(Boolean),
        phrases: Uint32Array.from(phrases.flatMap((phrase) => [phrase.length, ...phrase])),
      };
    }
    return this.ready[at];
  }

  /** The letters of what a document is called and asked for. */
  speltOf(at) {
    const names = this.namesOf(at);
    names.spelt ??= this.spelling.of(apart(names.phrases), this.fields.said[at], this.fields.stops[at]);
    return names.spelt;
  }

  stemsOf(key) {
    const { lexicon } = this.fields;
    const found = meaningful(key.split(' ')).map((token) => lexicon.surfaces.get(token));
    return stemKey(found.map((terms) => (terms ? lexicon.terms[terms[0]] : '')));
  }
}

/** The similarity of a query to the nearest one recorded for an entry, 0 to 1: the share of each that the two have in common. */
class Likeness {
  constructor(words, terms) {
    /** Per word its idf, and the terms that it may stand for, with weights. */
    this.words = words.map(({ idf, expansions }) => ({ idf, weights: new Map(expansions) }));
    this.isMeant = new Uint8Array(terms);
    for (const { expansions } of words) for (const [term] of expansions) this.isMeant[term] = 1;
    this.wanted = words.reduce((sum, word) => sum + word.idf, 0);
  }

  /** The highest similarity of any phrase; each has its length before its terms. */
  best(phrases) {
    let most = 0;
    for (let start = 1, end; start < phrases.length; start = end + 1) {
      end = start + phrases[start - 1];
      let at = start;
      while (at < end && !this.isMeant[phrases[at]]) at += 1;
      if (at < end) most = Math.max(most, this.shared(phrases, start, end));
    }
    return most;
  }

  shared(phrases, start, end) {
    const met = new Set();
    let shared = 0;
    for (const { idf, weights } of this.words) {
      let [term, most] = [-1, -1];
      for (let at = start; at < end; at += 1) {
        const weight = weights.get(phrases[at]);
        if (weight > most || (weight === most && phrases[at] > term)) [term, most] = [phrases[at], weight];
      }
      if (term < 0) continue;
      shared += Math.min(most, idf);
      met.add(term);
    }
    return shared / this.wanted * met.size / (end - start);
  }
}

/** A name without its spaces: players run words together and split them. */
/** The phrases of a packed list: of each its length, then its terms. */
function apart(packed) {
  const phrases = [];
  for (let at = 0; at < packed.length; at += packed[at] + 1) phrases.push(packed.subarray(at + 1, at + 1 + packed[at]));
  return phrases;
}

const squeezed = (key) => key.replaceAll(' ', '');

function stemKey(stems) {
  return stems.length && stems.every(Boolean) ? [...stems].sort(compareText).join(' ') : '';
}
