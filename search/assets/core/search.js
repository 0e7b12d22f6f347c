/* Nachschlag: the search itself, without a page. Every module mirrors its namesake in search/core, with the same weights and word lists
   (shared.js); tests/cases/search holds both to the same answers. browser_index.py and packed.py describe the index. */

import { Fields } from './analysis.js';
import { Conditions } from './conditions.js';
import { Expansion } from './expand.js';
import { Lexicon } from './lexicon.js';
import { namesIn, placesOf } from './names.js';
import { worded } from './operators.js';
import { inTurns, numbersIn, reader, signed, times } from './packed.js';
import { parse } from './query.js';
import { Shown, wordsIn } from './results.js';
import { Scoring } from './scoring.js';
import { fold, nameKey } from './search_words.js';
import { results } from './shared.js';
import { ShownWords } from './shown_words.js';

const { NEAR } = results;
/** The columns in the files of systems with a value for each document. */
const COLUMNS = ['short', 'sections', 'rows', 'part', 'carried', 'acronyms'];

/** The file of that kind for a system's documents, or ('') for those of all systems. */
export const fileOf = (kind, system) => `${kind}-${system || 'begriffe'}.json`;

/** The argument of `Search`: the files of one system, or ('') all; `load(name)` promises the content of a file beside names.json. In
 * one system the search gives the hits that the whole gives there, in the same order, and finds those of others by their names. */
export async function gathered(load, system = '') {
  const names = namesIn(await load('names.json'));
  const systems = system ? [system] : ['', ...names.games.map(({ id }) => id)];
  const [words, ...files] = await Promise.all([
    load(system ? fileOf('words', system) : 'index.json'),
    ...systems.flatMap((id) => [load(fileOf('short', id)), load(fileOf('index', id))]),
  ]);
  const isOf = (file, at) => {
    const system = systems[at >> 1];
    return at % 2 ? file.of === words.is[system] : file.of === names.of && file.is === words.shown[system];
  };
  if (words.of !== names.of || !files.every(isOf)) throw new Error('The files are of two versions.'); // the site has been swapped meanwhile
  const index = { ...names, ...words, only: system, files: [] };
  for (const name of COLUMNS) index[name] = {};
  systems.forEach((id, at) => {
    const file = { ...files[2 * at], ...files[2 * at + 1], system: id, places: placesOf(names, id) };
    file.part = numbersIn(file.part).map((place) => file.parts[place]);
    const carried = reader(file.carried);
    let expected = 0;
    file.carried = file.places.map(() => times(carried(), () => {
      const name = expected + signed(carried());
      expected = name + 1;
      return name;
    }));
    for (const name of COLUMNS) file.places.forEach((place, own) => { index[name][place] = file[name][own]; });
    index.files.push(file);
  });
  return index;
}

/** Opens the whole search at once, from the result of `gathered`; pages that must stay responsive run `Search.opening` with pauses
 * instead. */
export function opened(index) {
  const search = new Search(index);
  const steps = search.opening(index);
  while (!steps.next().done);
  return search;
}

export class Search extends Shown {
  constructor(index) {
    super(index);
    /** The system whose texts it has; '' for all. */
    this.only = index.only;
    this.sections = index.sections;
    this.rows = index.rows;
  }

  /** Decodes the index, without which nothing can be searched. Yields wherever the caller may pause. */
  * opening(index) {
    const shown = new ShownWords();
    yield* shown.opening(index);
    this.lexicon = new Lexicon();
    yield* this.lexicon.opening(index, shown, (at) => this.keysOf(at));
    this.fields = new Fields(this.lexicon, shown);
    yield* this.fields.opening(index);
    this.expansion = new Expansion(this.lexicon, this.fields, this.size);
    /** System → the expansion of words in what it knows. */
    this.expansions = new Map();
    this.scoring = new Scoring(this, this.fields);
    this.conditions = new Conditions(this, this.fields);
  }

  * warming() {
    yield* inTurns(this.size, (from, to) => { for (let at = from; at < to; at += 1) this.scoring.speltOf(at); });
    if (this.only) this.within(this.only);
  }

  /**
   * The best hits, best first: [{at, score}], with the words of the query and the terms they matched. `system`, `kind`, `phase` take
   * precedence over those in the text. `asked` are the operators; `missing` the documents that only their texts could decide (`addText`).
   */
  search(text, { system = null, kind = null, phase = null, current = '', limit = 10 } = {}) {
    const asked = this.asked(text);
    const query = parse(asked.text, this.games);
    const missing = new Set();
    const fits = (named) => this.conditions.of(asked, { system: system || (asked.systems.size ? null : named), kind, phase }, missing);
    const within = (named) => this.within(system || (asked.systems.size ? [...asked.systems].join(' ') : named));
    let found = this.ranked(query, asked, fits(query.system), current, within(query.system));
    found.hits.unshift(...this.pageHits(query, asked, { system, kind, phase }));
    if (!found.hits.length && query.system) found = this.ranked(parse(asked.text, this.games, false), asked, fits(null), current, within(null));
    if (!found.hits.length) found = this.ranked(query, asked, fits(query.system), current, within(query.system), true);
    const hits = found.hits.slice(0, limit).map((hit) => ({ ...hit, ...this.placeIn(found.words, hit.at) }));
    return { ...found, hits, total: found.hits.length, all: found.hits, asked, missing: [...missing] };
  }

  /** A sentence that names the words of the query which the searched system ('' for all) has nowhere; none if it has all. */
  unknown(text, chosen = '') {
    const sought = this.soughtIn(text, '', chosen);
    const only = this.games.find(({ id }) => id === sought);
    const unknown = this.within(sought).unknown(parse(this.asked(text).text, this.games));
    const words = unknown.map((word) => `„${wordsIn(text).find((typed) => fold(typed) === word) ?? word}“`);
    return words.length ? [worded('unknown', { place: only ? `In ${only.short} nicht` : 'In keinem Spiel', words: words.join(', ') })] : [];
  }

  /** What the words of a query may stand for in one system; in all if there is none of that id. */
  within(system) {
    if (!this.expansions.has(system)) {
      const view = this.lexicon.within(system);
      this.expansions.set(system, view === this.lexicon ? this.expansion : new Expansion(view, this.fields, this.size));
    }
    return this.expansions.get(system);
  }

  ranked(query, asked, fits, current, expansion, guess = false) {
    const words = expansion.ofQuery(query, guess);
    const hits = this.scoring.ranked(query, words, fits, current);
    if (asked.wantsAll(query)) hits.push(...this.others(hits, fits));
    return { hits, words, terms: new Set(words.flatMap((word) => word.expansions.map(([term]) => term))) };
  }

  /** All other documents that fit, in reading order. */
  others(hits, fits) {
    const found = new Set(hits.map(({ at }) => at));
    return Array.from({ length: this.size }, (_, at) => ({ at, score: 0 })).filter(({ at }) => !found.has(at) && fits(at));
  }

  /** Stores the text of a document, for phrases. */
  addText(at, text) {
    this.conditions.addText(at, text);
  }

  englishOf(at) {
    return nameKey(this.fields.english[at]);
  }

  /** The documents whose titles are most similar to `text`: for "did you mean". */
  nearest(text, count, system = null) {
    const wanted = trigrams(nameKey(this.asked(text).text));
    const found = [];
    for (let at = 0; at < this.size; at += 1) {
      if (system && this.games[this.docs.game[at]]?.id !== system) continue;
      const likeness = Math.max(...this.keysOf(at).map((key) => dice(wanted, trigrams(key))), 0);
      if (likeness > NEAR) found.push({ at, score: likeness });
    }
    return found.sort((one, other) => other.score - one.score || one.at - other.at).slice(0, count);
  }
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
