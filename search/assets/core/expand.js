/* Nachschlag: a word of the query → the terms it may stand for, each with a weight, as in expand.py. */

import { VALUE } from './query.js';
import { baseOf, compareText, isLetters, SHORTEST_PART, splitCompound, STOP_WORDS, withoutEnding } from './search_words.js';
import { expand, framing, search_words } from './shared.js';

const { EXACT, CUT, VERB, PARTS, JOINED, ACRONYM, ALSO, THESAURUS, PREFIX, INFIX, SLIPS, OTHER_FIRST_LETTER, PIECE, IDF_HEADROOM } = expand;
const { FRAMING } = framing;
const { NO_SECOND_SLIP, ONE_SLIP, SHORTEST_SLIP, SHORTEST_INFIX, SHORTEST_TELLING } = expand;

/** The word of a whole sentence; those that only frame it weigh less. */
function inSentence(word) {
  const share = FRAMING[word.text];
  if (share === undefined) return word;
  return { ...word, expansions: word.expansions.map(([term, inName, inText]) => [term, inName * share, inText * share]), idf: word.idf * share };
}

export class Expansion {
  /** @param {Lexicon} lexicon @param {Fields} fields @param {number} size of the library, in documents */
  constructor(lexicon, fields, size) {
    this.lexicon = lexicon;
    this.fields = fields;
    this.size = size;
  }

  /** In how many documents of the library a term counts as occurring. */
  containing(term) {
    return this.lexicon.acronymCounts?.get(term) ?? this.fields.containing(term);
  }

  idf(containing) {
    const count = Math.min(containing, this.size);
    return Math.log(1 + (this.size - count + 0.5) / (count + 0.5));
  }

  /** Expands the words of a query, dropping those without any expansion; `guess` adds everything a word could relate to. */
  ofQuery(query, guess) {
    const found = query.words.flatMap((word) => (guess ? [this.farFetched(word)] : this.allOf(word)));
    if (query.number) {
      const id = this.lexicon.termIds.get(`#${query.number}`);
      found.unshift(this.weighted(id === undefined ? [] : [[id, EXACT, EXACT]], []));
    }
    return (query.isSentence ? found.map(inSentence) : found).filter((word) => word.expansions.length);
  }

  /** The words of a query, folded, that the library writes nowhere, not even nearly. Values, words that frame a question, and words too
      short to tell much are left out. */
  unknown(query) {
    const telling = query.words.filter(({ text }) => text.length >= SHORTEST_TELLING && !(text in FRAMING) && !VALUE.test(text));
    return telling.filter((word) => !this.allOf(word).some(({ expansions }) => expansions.length)).map(({ text }) => text);
  }

  /** For a query that finds nothing: the word's parts, words that contain it, similar words. */
  farFetched(word) {
    const { text } = word;
    const parts = this.partsOf(text).flatMap((part) => this.knownPart(part));
    const cut = this.withoutEnding(text).map((term) => [term, CUT, CUT]);
    return this.weighted([], [...this.known(text), ...cut, ...parts, ...this.prefixes(text), ...this.slips(word), ...this.infixes(text), ...this.pieces(text)]);
  }

  /** The expanded word; a compound that the library never writes yields its parts, each as a word of its own. */
  allOf(word) {
    const expanded = this.expand(word);
    const isBegun = word.last && this.lexicon.withPrefix(word.text).length > 0;
    // Matches only with two slips: its parts are likelier.
    const isFar = expanded.slipped && Math.max(...expanded.expansions.map(([, inName]) => inName)) <= SLIPS[2] * expanded.idf;
    if ((expanded.stem && !isFar) || isBegun || this.isWritten(word)) return [expanded];
    const parts = this.partsOf(word.text);
    return parts.length ? parts.map((part) => this.weighted(this.knownPart(part), [])) : [expanded];
  }

  /** Splits a compound that the library never writes; parts may be stems: "Zivileinheit" where it only writes "zivile". */
  partsOf(text) {
    const isPart = (part) => this.lexicon.surfaces.has(part) || this.lexicon.termIds.has(part);
    const words = splitCompound(text, this.lexicon.surfaces);
    return words.length ? words : splitCompound(text, { has: isPart });
  }

  knownPart(part) {
    return this.lexicon.surfaces.has(part) ? this.known(part) : [[this.lexicon.termIds.get(part), EXACT, EXACT]];
  }

  isWritten(word) {
    return [word.text, ...word.also].some((text) => this.lexicon.surfaces.has(text));
  }

  expand(word) {
    const { text, last, also } = word;
    const together = also.filter((joined) => this.lexicon.surfaces.has(joined)).map((joined) => [this.lexicon.stemOf(joined), JOINED, JOINED]);
    const sure = [...together, ...this.known(text)];
    const prefixes = last && text.length > 1 ? this.prefixes(text) : [];
    if (this.isWritten(word) || this.lexicon.termIds.has(`'${text}`)) return { ...this.weighted(sure, prefixes), text, labels: this.labels(text) };
    const cut = this.withoutEnding(text);
    const isElsewhere = this.lexicon.elsewhere?.has(text);
    const slips = isElsewhere ? [] : this.slips(word);
    let vague = [...prefixes, ...cut.map((term) => [term, CUT, CUT]), ...slips];
    if (!sure.length && !vague.length && !isElsewhere) {
      vague = this.infixes(text);
      if (!vague.length) vague = this.pieces(text);
    }
    const meant = cut.length || prefixes.length ? '' : this.likeliest(slips);
    const stem = meant ? this.lexicon.stemOf(meant) : prefixes.length ? undefined : cut[0];
    const expanded = this.weighted(sure, vague, stem === undefined ? '' : this.lexicon.terms[stem]);
    return { ...expanded, text, slipped: meant !== '', meant };
  }

  /** The terms of labels that announce an answer to the word. */
  labels(text) {
    return (search_words.ASKS_FOR[text] ?? []).filter((label) => this.lexicon.surfaces.has(label)).map((label) => this.lexicon.stemOf(label));
  }

  /** The nearest word, preferring a German one: "Magi" more likely means "Magie" than "Magic". */
  likeliest(slips) {
    const isBefore = (one, other) => one[1] > other[1] || (one[1] === other[1] && this.isEnglish(other[3]) && !this.isEnglish(one[3]));
    return slips.reduce((best, slip) => (!best || isBefore(slip, best) ? slip : best), null)?.[3] ?? '';
  }

  isEnglish(surface) {
    return this.fields.isEnglish(this.lexicon.places.get(surface));
  }

  known(text) {
    const terms = this.lexicon.surfaces.get(text) || [];
    const said = [this.lexicon.verbs.get(text), terms[0]].flatMap((term) => this.lexicon.thesaurus.get(term) ?? []);
    const found = said.map((term) => [term, ...THESAURUS]);
    const acronym = this.lexicon.termIds.get(`'${text}`);
    if (acronym !== undefined) found.push([acronym, ACRONYM, ACRONYM]);
    for (const term of this.lexicon.also.get(text) || []) found.push([term, ALSO, ALSO]);
    for (const part of terms.slice(1)) found.push([part, PARTS, PARTS]);
    if (this.lexicon.verbs.has(text)) found.push([this.lexicon.verbs.get(text), VERB, VERB]);
    if (terms.length) found.push([terms[0], EXACT, EXACT]);
    return found;
  }

  withoutEnding(text) {
    for (const form of withoutEnding(text)) {
      const terms = this.lexicon.surfaces.get(form);
      if (terms) return [terms[0], ...(this.lexicon.verbs.has(form) ? [this.lexicon.verbs.get(form)] : []), ...(this.lexicon.also.get(form) || [])];
      if (this.lexicon.termIds.has(form)) return [this.lexicon.termIds.get(form)];
    }
    const verb = baseOf(text, this.lexicon.surfaces);
    return verb ? [this.lexicon.stemOf(verb)] : [];
  }

  prefixes(text) {
    return this.lexicon.withPrefix(text).map((surface) => {
      const near = (text.length / surface.length) ** 0.3;
      return [this.lexicon.stemOf(surface), PREFIX[0] * near, PREFIX[1] * near];
    });
  }

  infixes(text) {
    return text.length < SHORTEST_INFIX ? [] : this.lexicon.withInfix(text).map((surface) => [this.lexicon.stemOf(surface), ...INFIX]);
  }

  /** The nearest words: one slip away; two for long words, or if none is one away. */
  slips({ text, raw }) {
    const found = new Map();
    for (const typed of new Set([text, raw])) {
      if (typed.length < SHORTEST_SLIP || !isLetters(typed)) continue;
      for (const [slips, surface] of this.lexicon.like(typed, typed.length <= NO_SECOND_SLIP ? 1 : 2)) {
        if (slips) found.set(surface, Math.min(slips, found.get(surface) ?? slips));
      }
    }
    const nearOnly = text.length <= ONE_SLIP && [...found.values()].includes(1);
    return [...found].filter(([, slips]) => !nearOnly || slips === 1).sort((one, other) => compareText(one[0], other[0])).map(([surface, slips]) => {
      const weight = SLIPS[slips] * (surface[0] === text[0] ? 1 : OTHER_FIRST_LETTER);
      return [this.lexicon.stemOf(surface), weight, weight, surface];
    });
  }

  pieces(text) {
    const isKnown = (piece) => this.lexicon.surfaces.has(piece) && !STOP_WORDS.has(piece);
    const sizes = Array.from({ length: Math.max(0, text.length - SHORTEST_PART) }, (_, at) => text.length - 1 - at);
    const ends = [sizes.map((size) => text.slice(0, size)), sizes.map((size) => text.slice(-size))];
    return ends.map((pieces) => pieces.find(isKnown)).filter(Boolean).map((piece) => [this.lexicon.stemOf(piece), PIECE, PIECE]);
  }

  /** Multiplies weights by idf; a duplicate term keeps its higher weight, a certain one its own. */
  weighted(sure, vague, guessedStem = '') {
    const kept = new Map();
    for (const [term, inName, inText] of vague) {
      const before = kept.get(term);
      if (!before || inName > before[0] || (inName === before[0] && inText > before[1])) kept.set(term, [inName, inText, true]);
    }
    const meant = new Set([...kept.keys(), ...sure.filter(([, inName, inText]) => inName === EXACT && inText === EXACT).map(([term]) => term)]);
    const cap = IDF_HEADROOM * this.idf([...meant].reduce((sum, term) => sum + this.containing(term), 0));
    for (const [term, inName, inText] of sure) kept.set(term, [inName, inText, false]);
    let highest = 0;
    const expansions = [...kept].map(([term, [inName, inText, isVague]]) => {
      const own = this.idf(this.containing(term));
      const idf = isVague ? Math.min(own, cap) : own;
      highest = Math.max(highest, idf);
      return [term, inName * idf, inText * idf];
    });
    const exact = sure.find(([, inName]) => inName === EXACT);
    return { expansions, idf: highest, stem: exact ? this.lexicon.terms[exact[0]] : guessedStem };
  }
}
