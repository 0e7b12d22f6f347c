/* Nachschlag: the search itself, without a page. The same steps as the Python side, in the same order and with the same weights:
   fold and tokens (german.py, in suche-deutsch.js), parse (query.py), expand (expand.py), rank (scoring.py). Whoever changes one side changes both;
   tests/search/test_browser.py compares them. The index's layout is described in browser.py. */

import {
  compareText, fold, foldLetters, infinitive, INVISIBLE, nameKey, SHORTEST_PART, splitCompound, STOP_WORDS, STRONG, stripParameters, tokens,
  withoutEnding,
} from './suche-deutsch.js';
import { Coded, inTurns, mapped } from './suche-index.js';
import { Fields } from './suche-felder.js';

// -- lexicon.py --------------------------------------------------------------------------------------------------------------

const CAP = 60;

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

class Lexicon {
  /** From the vocabulary as `Coded` gives it, and the documents' numbers; with pauses. */
  * opening({ words, stems, parts, verbs, also, acronyms }, numbers) {
    this.words = words;
    const marked = [...numbers.map((number) => `#${number}`), ...acronyms.map((acronym) => `'${acronym}`)];
    const different = new Set(marked);
    yield* mapped(stems, (stem) => different.add(stem));
    this.terms = [...different].sort();
    this.termIds = new Map();
    yield* mapped(this.terms, (term, id) => this.termIds.set(term, id));
    this.places = new Map();
    yield* mapped(words, (word, at) => this.places.set(word, at));
    this.acronyms = acronyms;
    const stemIds = yield* mapped(stems, (stem) => this.termIds.get(stem));
    const termOf = (word) => stemIds[this.places.get(word)];
    /** Per word its term, then those of its parts and of its infinitive. */
    this.termsOf = [];
    this.surfaces = { has: (word) => this.places.has(word), get: (word) => this.termsOf[this.places.get(word)] };
    this.verbs = new Map();
    yield* mapped(words, (word, at) => {
      const verb = verbs[at] ? termOf(verbs[at]) : stemIds[at];
      const terms = [stemIds[at]];
      if (parts[at].length || verb !== stemIds[at]) terms.push(...new Set([...parts[at].map(termOf), verb].filter((term) => term !== stemIds[at])));
      this.termsOf.push(terms);
      if (verb !== stemIds[at]) this.verbs.set(words[at], verb);
    });
    this.also = new Map(also);
  }

  /** The words by their length, each with its letters; only slips ask for it. */
  get byLength() {
    if (!this.lengths) {
      this.lengths = new Map();
      for (const word of this.words) {
        if (!this.lengths.has(word.length)) this.lengths.set(word.length, []);
        this.lengths.get(word.length).push([letters(word), word]);
      }
    }
    return this.lengths;
  }

  withPrefix(start) {
    let low = 0;
    for (let high = this.words.length; low < high;) {
      const middle = (low + high) >> 1;
      if (this.words[middle] < start) low = middle + 1; else high = middle;
    }
    if (this.words[low] === start) low += 1;
    return this.words.slice(low, low + CAP).filter((word) => word.startsWith(start));
  }

  containing(middle) {
    const found = [];
    for (const word of this.words) {
      if (found.length === CAP) break;
      if (word.indexOf(middle) > 0 && !word.startsWith(middle)) found.push(word);
    }
    return found;
  }

  like(word, limit) {
    const found = [];
    const mask = letters(word);
    for (let length = Math.max(1, word.length - limit); length <= word.length + limit; length += 1) {
      for (const [otherMask, other] of this.byLength.get(length) || []) {
        if (bits(otherMask ^ mask) > 2 * limit) continue;
        const slips = distance(word, other, limit);
        if (slips <= limit) found.push([slips, other]);
      }
    }
    return found.sort((one, other) => one[0] - other[0] || compareText(one[1], other[1])).slice(0, CAP);
  }
}

// -- query.py ----------------------------------------------------------------------------------------------------------------

const LONGEST = 200;
const MOST_WORDS = 12;
const PLAIN_SERIES = new Set(['abschnitt', 'regel', 'kapitel', 'punkt', 'nummer', 'nr', 'ziffer']);
const SERIES_FORMS = new Map();
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

// -- expand.py ---------------------------------------------------------------------------------------------------------------

const EXACT = 1;
const CUT = 0.85;
const VERB = 0.85;
const PARTS = 0.55;
const JOINED = 0.9;
const ACRONYM = 1.1;
const ALSO = 0.45;
const PREFIX = [0.9, 0.6];
const INFIX = [0.5, 0.3];
const SLIPS = [1, 0.6, 0.35];
const OTHER_FIRST_LETTER = 0.7;
const PIECE = 0.4;
const IDF_HEADROOM = 1.15;
const NO_SECOND_SLIP = 5;
const ONE_SLIP = 7;

// -- schema.py, scoring.py ---------------------------------------------------------------------------------------------------

const UNCOVERED = 0.25;
const TITLE = [1.6, 12];
const WHOLE_TITLE = 30;
const CORE = [1.5, 10];
const STEMS = [1.3, 6];
const OTHER = [1, 6];
const TITLE_PREFIX = [1.15, 4];
const TITLE_PHRASE = [1.5, 12.5];
const BEGUN = 0.4;
const LIKENESS = 0.5;
const BARE = 20;
const NUMBER = 40;
const SAME_PART = 30;
const OTHER_PART = -25;
const MAIN_PART_FACTOR = 1.04;
const KIND_FACTORS = {"glossary-term": 0.85, "part": 0.5, "concept": 0.5};
/** Only here: hits of the game whose page is open go first, unless another game's fit far better (1.5 outweighs a kind's factor and main part). */
const CURRENT_GAME_FACTOR = 1.5;

const WORD = /\d+(?:\.\d+){1,3}|[\p{L}\p{N}]+/gu;
const SNIPPET_LENGTH = 160;
const CELLS = ' · ';
const LIKELY = 0.5;
const PAGE_SCORE = 1000;
const MOST_SLIPS = 9;

const FOLDERS = { 'glossary-term': 'glossar', part: 'teil', concept: 'begriffe' };

/** The id that a document of this title mostly has (browser.py). */
function usualId(system, kind, title) {
  return [system, FOLDERS[kind], slug(title.replace(/\s*\([^)]*\)$/, ''))].filter(Boolean).join('/');
}

function slug(title) {
  const spelt = title.toLowerCase().replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue').replaceAll('ß', 'ss');
  return spelt.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
}

/** What names.json holds: enough to find names and show them while the rest is on its way. */
export class Names {
  constructor(index) {
    for (const word of index.stop) STOP_WORDS.add(word);
    for (const [form, word] of Object.entries(index.forms)) SERIES_FORMS.set(form, word);
    for (const [form, verb] of Object.entries(index.strong)) STRONG.set(form, verb);
    this.games = index.games;
    this.kinds = index.kinds;
    this.docs = index.docs;
    this.size = index.docs.id.length;
    this.numbered = new Map(index.numbered.map(([at, printed, key, series]) => [at, { printed, key, series }]));
    this.short = index.short ?? [];
    this.nameKeys = new Map();
    /** Pages of the books are found by their number; they are counted after the documents. */
    this.pages = index.games.flatMap((game) => game.pages.map(([number, count]) => ({ game, number, count })));
  }

  /** The lists of what stands on the page that the query names, of every game that is searched. */
  pageHits({ page }, { system, kind, phase }) {
    if (!page || phase || (kind && kind !== 'page')) return [];
    return this.pages.flatMap(({ game, number }, place) => (
      String(number) === page && (!system || game.id === system) ? [{ at: this.size + place, score: PAGE_SCORE }] : []));
  }

  pageAt(at) {
    const { game, number, count } = this.pages[at - this.size];
    return {
      id: `${game.id}/seite/${number}`,
      title: `Seite ${number}`,
      titleEn: `Page ${number}`,
      short: `${count} ${count === 1 ? 'Eintrag' : 'Einträge'}`,
      system: game.id,
      phases: [],
      game: game.short,
      isPrivate: Boolean(game.private),
      part: '',
      number: '',
      kind: 'page',
      kindName: 'Buchseite',
    };
  }

  /** As Search.search, by names and numbers alone: every word of the query begins a word of a name. */
  search(text, { current = '', limit = 10 } = {}) {
    const query = parse(text, this.games);
    const all = [];
    for (let at = 0; at < this.size; at += 1) {
      const game = this.games[this.docs.game[at]]?.id;
      if (query.system && game !== query.system) continue;
      const score = this.likeName(at, query) * (game === current ? CURRENT_GAME_FACTOR : 1) * (KIND_FACTORS[this.kinds[this.docs.kind[at]][0]] ?? 1);
      if (score > 0) all.push({ at, score });
    }
    all.push(...this.pageHits(query, { system: query.system }));
    all.sort((one, other) => other.score - one.score || one.at - other.at);
    return { hits: all.slice(0, limit), total: all.length, all, words: [], terms: new Set() };
  }

  likeName(at, { key, number, words }) {
    if (number && this.numbered.get(at)?.key === number) return 2;
    if (!words.length) return 0;
    let best = 0;
    for (const name of this.keysOf(at)) {
      const parts = name.split(' ');
      if (words.every((word) => parts.some((part) => part.startsWith(word.text)))) {
        best = Math.max(best, (name === key ? 4 : name.startsWith(key) ? 2 : 1) + key.length / name.length);
      }
    }
    return best;
  }

  keysOf(at) {
    if (!this.nameKeys.has(at)) {
      const all = [this.docs.title[at], this.docs.en[at], ...this.docs.names[at].split('|')];
      this.nameKeys.set(at, [...new Set(all.map(nameKey).filter(Boolean))]);
    }
    return this.nameKeys.get(at);
  }

  /** Gets ready what searches would otherwise work out all at once, the first of them; it yields where there may be a pause. */
  * warming() {
    yield* inTurns(this.size, (from, to) => { for (let at = from; at < to; at += 1) this.keysOf(at); });
  }

  corrected() {
    return '';
  }

  marked(text) {
    return [[text, false]];
  }

  /** What is shown of a document. */
  document(at) {
    if (at >= this.size) return this.pageAt(at);
    const game = this.games[this.docs.game[at]];
    const part = game && game.parts[this.docs.part[at]];
    const [kind, kindName] = this.kinds[this.docs.kind[at]];
    const number = this.numbered.get(at);
    return {
      id: this.docs.id[at] || usualId(game ? game.id : '', kind, this.docs.title[at]),
      title: this.docs.title[at],
      titleEn: this.docs.en[at],
      short: this.short[at] ?? '',
      system: game ? game.id : '',
      phases: this.docs.phases[at] ? this.docs.phases[at].split('|') : [],
      game: game ? game.short : '',
      isPrivate: Boolean(game?.private),
      part: part ? part.title : '',
      number: number ? number.printed : '',
      kind,
      kindName,
    };
  }
}

/** The whole search, at once; pages that must not stand still run `Search.opening` with pauses instead. */
export function opened(index) {
  const search = new Search(index);
  const steps = search.opening(index);
  while (!steps.next().done);
  return search;
}

export class Search extends Names {
  constructor(index) {
    super(index);
    this.impacts = index.impacts;
    this.sections = index.sections;
    this.rows = index.rows;
    this.kindFactors = index.kinds.map(([kind]) => KIND_FACTORS[kind] ?? 1);
    this.names = new Map();
  }

  /** Decodes the index; before this is done there is nothing to search. It yields wherever who runs it may pause. */
  * opening(index) {
    const coded = new Coded(index);
    yield;
    this.lexicon = new Lexicon();
    yield* this.lexicon.opening(yield* coded.vocabulary(), index.numbered.map(([, , key]) => key));
    this.fields = new Fields(this.lexicon);
    yield* this.fields.opening(index, coded);
  }

  * warming() {
    yield* inTurns(this.size, (from, to) => { for (let at = from; at < to; at += 1) this.namesOf(at); });
  }

  /** The best hits, best first: [{at, score}], with the words of the query and the terms that they stood for. */
  search(text, { system = null, kind = null, phase = null, current = '', limit = 10 } = {}) {
    const query = parse(text, this.games);
    const fits = (wanted) => (at) => (!wanted || this.games[this.docs.game[at]]?.id === wanted)
      && (!kind || this.kinds[this.docs.kind[at]][0] === kind) && (!phase || this.docs.phases[at].split('|').includes(phase));
    const pages = this.pageHits(query, { system: system || query.system, kind, phase });
    let found = this.ranked(query, fits(system || query.system), current);
    found.hits.unshift(...pages);
    if (!found.hits.length && query.system) found = this.ranked(parse(text, this.games, false), fits(system), current);
    if (!found.hits.length) found = this.ranked(query, fits(system || query.system), current, true);
    const hits = found.hits.slice(0, limit).map((hit) => ({ ...hit, ...this.placeIn(found.words, hit.at) }));
    return { ...found, hits, total: found.hits.length, all: found.hits };
  }

  ranked(query, fits, current, guess = false) {
    const words = this.expandQuery(query, guess);
    const stems = words.length >= query.words.length && query.whole ? stemKey(words.map((word) => word.stem)) : '';
    const likeness = new Likeness(words);
    const total = new Float64Array(this.size);
    const covered = new Float64Array(this.size);
    for (const word of words) this.addWord(word, total, covered);
    const hits = [];
    for (let at = 0; at < this.size; at += 1) {
      if (!total[at] || !fits(at)) continue;
      const score = this.score(at, total[at] * (UNCOVERED + (1 - UNCOVERED) * covered[at] / likeness.wanted), query, words, stems, likeness, current);
      if (score > 0) hits.push({ at, score });
    }
    hits.sort((one, other) => other.score - one.score || one.at - other.at);
    return { hits, words, terms: new Set(words.flatMap((word) => word.expansions.map(([term]) => term))) };
  }

  addWord(word, total, covered) {
    const best = new Float64Array(this.size);
    for (const [term, inName, inText] of word.expansions) {
      const { docs, packed } = this.fields.postings(term);
      for (let at = 0; at < docs.length; at += 1) {
        const value = (packed[at] & 1 ? inName : inText) * this.impacts[packed[at] >> 1];
        if (value > best[docs[at]]) best[docs[at]] = value;
      }
    }
    for (let doc = 0; doc < this.size; doc += 1) {
      if (best[doc]) {
        total[doc] += best[doc];
        covered[doc] += word.idf;
      }
    }
  }

  score(at, sum, query, words, stems, likeness, current) {
    const game = this.games[this.docs.game[at]];
    const part = game && game.parts[this.docs.part[at]];
    let score = this.withTitle(sum, query, stems, !words[words.length - 1].stem, at);
    score *= 1 + LIKENESS * likeness.best(this.namesOf(at).phrases);
    const number = this.numbered.get(at);
    const named = query.series && !PLAIN_SERIES.has(query.series);
    if (query.number && number && query.number === number.key && (!named || query.series === number.series)) {
      if (!named && number.series && !PLAIN_SERIES.has(number.series)) score -= BARE;
      score += NUMBER + (named ? SAME_PART : 0);
      if (query.parts.size) score += part && query.parts.has(`${game.id}/${part.id}`) ? SAME_PART : OTHER_PART;
    }
    if (part && part.main) score *= MAIN_PART_FACTOR;
    score *= this.kindFactors[this.docs.kind[at]];
    if (current && game && game.id === current) score *= CURRENT_GAME_FACTOR;
    return Math.round(score * 1e4) / 1e4;
  }

  /** The sum raised by the best way in which the query is one of the document's names. */
  withTitle(sum, { key, core }, stems, unfinished, at) {
    const names = this.namesOf(at);
    let best = -Infinity;
    const raise = (factor, bonus) => { best = Math.max(best, sum * factor + bonus); };
    if (key && names.titles.includes(key)) raise(TITLE[0], TITLE[1] + WHOLE_TITLE);
    if (names.keys.includes(key)) raise(...TITLE);
    else if (names.keys.includes(core) || (key.includes(' ') && this.squeezedOf(names).includes(squeezed(key)))) raise(...CORE);
    if (stems && names.stems.includes(stems)) raise(...STEMS);
    if (names.other.includes(key) || names.other.includes(core)) raise(...OTHER);
    let begun = Infinity;
    if (key) for (const name of names.keys) if (name.length < begun && name.startsWith(key)) begun = name.length;
    if (begun < Infinity) {
      const [factor, bonus] = key.includes(' ') || unfinished ? TITLE_PHRASE : TITLE_PREFIX;
      raise(factor, bonus * (BEGUN + (1 - BEGUN) * key.length / begun));
    }
    return best > -Infinity ? best : sum;
  }

  squeezedOf(names) {
    names.squeezed ??= names.keys.map(squeezed);
    return names.squeezed;
  }

  namesOf(at) {
    if (!this.names.has(at)) {
      const all = [this.docs.title[at], this.docs.en[at] || this.docs.title[at], ...this.docs.names[at].split('|')];
      const keys = this.keysOf(at);
      this.names.set(at, {
        keys,
        titles: all.slice(0, 2).map(nameKey),
        other: this.fields.other(at),
        stems: keys.map((key) => this.stemsOf(key)).filter(Boolean),
        phrases: [...all.map((name) => this.phraseOf(name)).filter((phrase) => phrase.length), ...this.fields.phrases(at)],
      });
    }
    return this.names.get(at);
  }

  phraseOf(name) {
    const known = tokens(fold(name)).filter((token) => !STOP_WORDS.has(token) && this.lexicon.surfaces.has(token));
    return [...new Set(known.map((token) => this.stemOf(token)))];
  }

  stemsOf(key) {
    const found = key.split(' ').filter((token) => !STOP_WORDS.has(token)).map((token) => this.lexicon.surfaces.get(token));
    return stemKey(found.map((terms) => (terms ? this.lexicon.terms[terms[0]] : '')));
  }

  idf(containing) {
    const count = Math.min(containing, this.size);
    return Math.log(1 + (this.size - count + 0.5) / (count + 0.5));
  }

  expandQuery(query, guess) {
    const found = query.words.flatMap((word) => (guess ? [this.farFetched(word)] : this.allOf(word)));
    if (query.number) {
      const id = this.lexicon.termIds.get(`#${query.number}`);
      found.unshift(this.weighted(id === undefined ? [] : [[id, EXACT, EXACT]], []));
    }
    return found.filter((word) => word.expansions.length);
  }

  /** For a query that finds nothing: parts of the word, words that it is part of, words like it. */
  farFetched(word) {
    const { text } = word;
    const parts = this.partsOf(text).flatMap((part) => this.knownPart(part));
    const inside = text.length >= 4 ? this.lexicon.containing(text).map((surface) => [this.stemOf(surface), ...INFIX]) : [];
    const cut = this.withoutEnding(text).map((term) => [term, CUT, CUT]);
    return this.weighted([], [...this.known(text), ...cut, ...parts, ...this.prefixes(text), ...this.slips(word), ...inside, ...this.pieces(text)]);
  }

  /** The word; a compound that the library never writes as one counts as its parts, each a word of its own. */
  allOf(word) {
    const expanded = this.expand(word);
    const isBegun = word.last && this.lexicon.withPrefix(word.text).length > 0;
    // Known only by two slips: its parts are likelier.
    const isFar = expanded.slipped && Math.max(...expanded.expansions.map(([, inName]) => inName)) <= SLIPS[2] * expanded.idf;
    if ((expanded.stem && !isFar) || isBegun || this.isWritten(word)) return [expanded];
    const parts = this.partsOf(word.text);
    return parts.length ? parts.map((part) => this.weighted(this.knownPart(part), [])) : [expanded];
  }

  /** The parts of a compound that the library never writes; they may be stems: "Zivileinheit" where it only writes "zivile". */
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
    const together = also.filter((joined) => this.lexicon.surfaces.has(joined)).map((joined) => [this.stemOf(joined), JOINED, JOINED]);
    const sure = [...together, ...this.known(text)];
    const prefixes = last && text.length > 1 ? this.prefixes(text) : [];
    if (this.isWritten(word) || this.lexicon.termIds.has(`'${text}`)) return this.weighted(sure, prefixes);
    const cut = this.withoutEnding(text);
    const slips = this.slips(word);
    let vague = [...prefixes, ...cut.map((term) => [term, CUT, CUT]), ...slips];
    if (!sure.length && !vague.length) {
      vague = text.length >= 4 ? this.lexicon.containing(text).map((surface) => [this.stemOf(surface), ...INFIX]) : [];
      if (!vague.length) vague = this.pieces(text);
    }
    const likeliest = slips.reduce((best, slip) => (best && best[1] >= slip[1] ? best : slip), null);
    const stem = prefixes.length ? undefined : cut[0] ?? likeliest?.[0];
    const expanded = this.weighted(sure, vague, stem === undefined ? '' : this.lexicon.terms[stem]);
    return { ...expanded, text, slipped: slips.length > 0 && !cut.length && !prefixes.length };
  }

  stemOf(surface) {
    return this.lexicon.surfaces.get(surface)[0];
  }

  known(text) {
    const found = [];
    const acronym = this.lexicon.termIds.get(`'${text}`);
    if (acronym !== undefined) found.push([acronym, ACRONYM, ACRONYM]);
    for (const term of this.lexicon.also.get(text) || []) found.push([term, ALSO, ALSO]);
    const terms = this.lexicon.surfaces.get(text) || [];
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
    const verb = infinitive(text, this.lexicon.surfaces);
    return verb ? [this.stemOf(verb)] : [];
  }

  prefixes(text) {
    return this.lexicon.withPrefix(text).map((surface) => {
      const near = (text.length / surface.length) ** 0.3;
      return [this.stemOf(surface), PREFIX[0] * near, PREFIX[1] * near];
    });
  }

  slips({ text, raw }) {
    const found = new Map();
    for (const typed of new Set([text, raw])) {
      if (typed.length < 4 || !/^\p{L}+$/u.test(typed)) continue;
      for (const [slips, surface] of this.lexicon.like(typed, typed.length <= NO_SECOND_SLIP ? 1 : 2)) {
        if (slips) found.set(surface, Math.min(slips, found.get(surface) ?? slips));
      }
    }
    const nearOnly = text.length <= ONE_SLIP && [...found.values()].includes(1);
    return [...found].filter(([, slips]) => !nearOnly || slips === 1).sort((one, other) => compareText(one[0], other[0])).map(([surface, slips]) => {
      const weight = SLIPS[slips] * (surface[0] === text[0] ? 1 : OTHER_FIRST_LETTER);
      return [this.stemOf(surface), weight, weight];
    });
  }

  pieces(text) {
    const isKnown = (piece) => this.lexicon.surfaces.has(piece) && !STOP_WORDS.has(piece);
    const starts = [];
    const ends = [];
    for (let length = text.length - 1; length >= SHORTEST_PART; length -= 1) {
      starts.push(text.slice(0, length));
      ends.push(text.slice(-length));
    }
    return [starts.find(isKnown), ends.find(isKnown)].filter(Boolean).map((piece) => [this.stemOf(piece), PIECE, PIECE]);
  }

  /** Weights times idf; a term that comes twice keeps its higher weight, a sure one its own. */
  weighted(sure, vague, guessedStem = '') {
    const kept = new Map();
    for (const [term, inName, inText] of vague) {
      const before = kept.get(term);
      if (!before || inName > before[0] || (inName === before[0] && inText > before[1])) kept.set(term, [inName, inText, true]);
    }
    const meant = new Set([...kept.keys(), ...sure.filter(([, inName, inText]) => inName === EXACT && inText === EXACT).map(([term]) => term)]);
    const cap = IDF_HEADROOM * this.idf([...meant].reduce((sum, term) => sum + this.fields.postings(term).docs.length, 0));
    for (const [term, inName, inText] of sure) kept.set(term, [inName, inText, false]);
    let highest = 0;
    const expansions = [...kept].map(([term, [inName, inText, isVague]]) => {
      const own = this.idf(this.fields.postings(term).docs.length);
      const idf = isVague ? Math.min(own, cap) : own;
      highest = Math.max(highest, idf);
      return [term, inName * idf, inText * idf];
    });
    const exact = sure.find(([, inName]) => inName === EXACT);
    return { expansions, idf: highest, stem: exact ? this.lexicon.terms[exact[0]] : guessedStem };
  }

  /** `text` in pieces [text, meant]: meant ones stand for one of `terms`. */
  marked(text, terms) {
    const pieces = [];
    let end = 0;
    for (const match of text.matchAll(WORD)) {
      if (!(this.lexicon.surfaces.get(fold(match[0])) || []).some((term) => terms.has(term))) continue;
      if (match.index > end) pieces.push([text.slice(end, match.index), false]);
      end = match.index + match[0].length;
      pieces.push([match[0], true]);
    }
    if (end < text.length) pieces.push([text.slice(end), false]);
    return pieces;
  }

  /** The query as it was understood, where a slip was mended to find the document `at`; else "". */
  corrected(text, words, at) {
    const slipped = new Map(words.filter((word) => word.slipped).map((word) => [word.text, word.stem]));
    const { title, titleEn, short } = this.document(at);
    const shown = [title, titleEn || title, short].join(' ');
    const spelt = [...new Set(Array.from(shown.matchAll(WORD), ([word]) => word))];
    const stemOf = (word) => this.lexicon.terms[this.lexicon.surfaces.get(fold(word))?.[0]];
    const mended = text.replace(WORD, (word) => {
      const typed = fold(word);
      const forms = slipped.has(typed) ? spelt.filter((form) => stemOf(form) === slipped.get(typed)) : [];
      const far = (form) => distance(fold(form), typed, MOST_SLIPS);
      return forms.reduce((best, form) => (far(form) < far(best) ? form : best), forms[0] ?? word);
    });
    return mended === text ? '' : mended;
  }

  /** The sentence, or row of a table, of `body` that says most of what the query asks and title and short rule do not say. */
  snippet(body, words, at) {
    const { row } = this.placeIn(words, at);
    if (row) {
      const text = body.split('\n').find((line) => line.startsWith(row + CELLS)) ?? row;
      return this.cut(text, new Set(words.flatMap((word) => word.expansions.map(([term]) => term))));
    }
    const { title, titleEn, short } = this.document(at);
    const said = this.termsIn([title, titleEn || title, short].join(' '));
    const weight = (word, terms) => word.expansions.reduce((most, [term, , inText]) => (terms.has(term) ? Math.max(most, inText) : most), 0);
    const missing = words.filter((word) => !word.expansions.some(([term]) => said.has(term)));
    let best = '';
    let most = 0;
    for (const piece of missing.length ? sentences(body) : []) {
      const terms = this.termsIn(piece);
      const found = words.reduce((sum, word) => sum + weight(word, terms) * (missing.includes(word) ? 1 : 0.5), 0);
      if (found > most && missing.some((word) => weight(word, terms))) [best, most] = [piece.trim(), found];
    }
    return this.cut(best, new Set(missing.flatMap((word) => word.expansions.map(([term]) => term))));
  }

  /** {section: {id, title} or null, row: title of a row or ""}: the place within the document that the query names. */
  placeIn(words, at) {
    const sections = this.sections[at] ?? [];
    const titles = sections.filter((_, place) => place % 2);
    const found = this.placeOf(titles, words, at);
    if (found >= 0) return { section: { id: sections[2 * found] || slug(titles[found]), title: titles[found] }, row: '' };
    const rows = this.rows[at] ?? [];
    return { section: null, row: rows[this.placeOf(rows, words, at)] ?? '' };
  }

  /** Which title the query says as a whole, unless the document's own titles say it already; of several the longest. */
  placeOf(titles, words, at) {
    if (!titles.length) return -1;
    const own = new Set(this.fields.phraseOf(`${this.docs.title[at]} ${this.docs.en[at]}`));
    const isLikely = (word) => ([term, inName]) => this.lexicon.terms[term] === word.stem || inName >= LIKELY * word.idf;
    const likely = new Set(words.flatMap((word) => word.expansions.filter(isLikely(word)).map(([term]) => term)));
    let best = -1;
    let most = 0;
    titles.forEach((title, place) => {
      const terms = this.fields.phraseOf(title);
      if (terms.length <= most || !terms.every((term) => likely.has(term)) || terms.every((term) => own.has(term))) return;
      best = place;
      most = terms.length;
    });
    return best;
  }

  termsIn(text) {
    return new Set(Array.from(text.matchAll(WORD)).flatMap(([word]) => this.lexicon.surfaces.get(fold(word)) || []));
  }

  /** At most 160 characters around the first match, at words. */
  cut(text, terms) {
    if (text.length <= SNIPPET_LENGTH) return text;
    const pieces = this.marked(text, terms);
    const first = pieces.findIndex(([, meant]) => meant);
    const before = pieces.slice(0, Math.max(0, first)).reduce((length, [piece]) => length + piece.length, 0);
    let start = Math.max(0, Math.min(first < 0 ? 0 : before - Math.floor(SNIPPET_LENGTH / 3), text.length - SNIPPET_LENGTH));
    if (start) start = text.indexOf(' ', start) + 1;
    let end = text.length;
    if (start + SNIPPET_LENGTH < end) {
      end = text.slice(start, start + SNIPPET_LENGTH).lastIndexOf(' ');
      end = end < 0 ? start : start + end;
    }
    return (start ? '… ' : '') + text.slice(start, end) + (end < text.length ? ' …' : '');
  }

  /** The documents whose titles look most like `text`: for "did you mean". */
  nearest(text, count, system = null) {
    const wanted = trigrams(nameKey(text));
    const found = [];
    for (let at = 0; at < this.size; at += 1) {
      if (system && this.games[this.docs.game[at]]?.id !== system) continue;
      const likeness = Math.max(...this.namesOf(at).keys.map((key) => dice(wanted, trigrams(key))), 0);
      if (likeness > 0.15) found.push({ at, score: likeness });
    }
    return found.sort((one, other) => other.score - one.score || one.at - other.at).slice(0, count);
  }
}

/** How much a query is like one that is written down for an entry, 0 to 1: what they share, of the one and of the other. */
class Likeness {
  constructor(words) {
    this.words = words;
    this.wanted = words.reduce((sum, word) => sum + word.idf, 0);
    this.weights = new Float64Array(words.length);
    this.terms = new Int32Array(words.length);
    /** Term → the words of the query that may stand for it: place, weight, place, … */
    this.reached = new Map();
    words.forEach(({ expansions }, place) => {
      for (const [term, inName] of expansions) {
        if (!this.reached.has(term)) this.reached.set(term, []);
        this.reached.get(term).push(place, inName);
      }
    });
  }

  /** The highest that any phrase reaches. */
  best(phrases) {
    let most = 0;
    for (const phrase of phrases) if (this.meets(phrase)) most = Math.max(most, this.shared(phrase));
    return most;
  }

  /** Notes for every word of the query which term of the phrase it stands for; whether there is any. */
  meets(phrase) {
    let isMet = false;
    for (const term of phrase) {
      const found = this.reached.get(term);
      if (!found) continue;
      if (!isMet) this.terms.fill(-1);
      isMet = true;
      for (let at = 0; at < found.length; at += 2) this.note(found[at], found[at + 1], term);
    }
    return isMet;
  }

  note(place, weight, term) {
    const best = this.weights[place];
    if (this.terms[place] >= 0 && (weight < best || (weight === best && term < this.terms[place]))) return;
    this.weights[place] = weight;
    this.terms[place] = term;
  }

  shared(phrase) {
    let shared = 0;
    let met = 0;
    for (let place = 0; place < this.terms.length; place += 1) {
      const term = this.terms[place];
      if (term < 0) continue;
      shared += Math.min(this.weights[place], this.words[place].idf);
      if (this.terms.indexOf(term) === place) met += 1;
    }
    return shared / this.wanted * met / phrase.length;
  }
}

/** Sentences, and lines. (Without a lookbehind: Safari before 16.4 takes no script with one.) */
const sentences = (text) => text.replace(/([.!?])\s+(?=[A-ZÄÖÜ„])/g, '$1\n').split(/\n+/);

/** A name without its spaces: words are run together and torn apart. */
const squeezed = (key) => key.replaceAll(' ', '');

function stemKey(stems) {
  return stems.length && stems.every(Boolean) ? [...stems].sort(compareText).join(' ') : '';
}

function trigrams(text) {
  const padded = `  ${text} `;
  return new Set(Array.from({ length: Math.max(0, padded.length - 2) }, (_, at) => padded.slice(at, at + 3)));
}

function dice(one, other) {
  let both = 0;
  for (const gram of one) both += Number(other.has(gram));
  return one.size + other.size ? (2 * both) / (one.size + other.size) : 0;
}
