/* Nachschlag: names, numbers and pages, and the shown fields of a document; the search that needs names.json alone. */

import { Conditions } from './conditions.js';
import { takeApart } from './operators.js';
import { inTurns } from './packed.js';
import { parse } from './query.js';
import { beginning, nameKey, unfolded } from './search_words.js';
import { documents, plain, results, scoring } from './shared.js';

const { FOLDERS, KIND_NAMES, PAGE_KIND, SPELT } = documents;
const { PAGE_SCORE } = results;
const { KIND_FACTORS } = scoring;
/** Only in the browser: hits of the open page's system go first, unless another system's fit far better (1.5 outweighs the factors of kind and main part). */
export const CURRENT_SYSTEM_FACTOR = 1.5;

/** The id that a document of this title usually has (`usual_id` in browser_index.py). */
function usualId(system, kind, title) {
  return [system, FOLDERS[kind], slug(title.replace(/\s*\([^)]*\)$/, ''))].filter(Boolean).join('/');
}

export function slug(title) {
  const spelt = title.toLowerCase().replace(/[äöüß]/g, (letter) => SPELT[letter]);
  return spelt.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
}

const ofSystem = (system) => ({ system: system?.id ?? '', game: system?.short ?? '', isPrivate: Boolean(system?.private) });

/** The content of names.json, with its columns as lists. */
export function namesIn({ docs, numbered, phases, ...others }) {
  const [printed, keys, series] = [numbered.printed, numbered.key, numbered.series].map((column) => column.split('\n'));
  const id = docs.id.split('\n').slice(0, docs.kind.length);
  let at = -1;
  return {
    ...others,
    docs: { ...docs, id, phases: docs.phases.map((place) => phases[place]) },
    numbered: numbered.at.map((gap, place) => [at += gap + 1, printed[place], keys[place] || printed[place], series[place]]),
  };
}

/** The positions of a system's documents, or ('') of those of all systems. */
export function placesOf({ docs, games }, system) {
  const wanted = games.findIndex(({ id }) => id === system);
  return [...docs.game.keys()].filter((at) => docs.game[at] === wanted);
}

/** The names of a site, from `namesIn`: enough to find names and show them while the rest loads. */
export class Names {
  constructor(index) {
    this.of = index.of;
    this.games = index.games;
    this.kinds = index.kinds;
    this.docs = index.docs;
    this.size = index.docs.id.length;
    this.numbered = new Map(index.numbered.map(([at, printed, key, series]) => [at, { printed, key, series }]));
    this.short = index.short ?? {};
    this.nameKeys = new Map();
    this.unfolded = [];
    this.shown = [];
    this.conditions = new Conditions(this);
    /** Pages of the books, found by number; they are numbered after the documents. */
    this.pages = index.games.flatMap((system) => system.pages.map(([number, count, chapter]) => ({ system, number, count, chapter })));
  }

  /** The lists of entries on the page that the query names, one for every system searched. */
  pageHits({ page, system: named }, asked, { system: given, kind, phase } = {}) {
    if (!page || asked.looksIntoTexts || phase || asked.phases.size || asked.parts.size || (kind ? kind !== PAGE_KIND : asked.kinds.size)) return [];
    const isMeant = ({ id }) => (given ? id === given : asked.systems.size ? asked.systems.has(id) : !named || id === named);
    return this.games.filter(isMeant).flatMap((system) => this.around(system, Number(page))).map((place) => ({ at: this.size + place, score: PAGE_SCORE }));
  }

  /** The position in `pages` of the page of that number; if no rule begins on it, those of the pages before and after it, up to the
   * book's last. */
  around(wanted, page) {
    const places = this.pages.map(({ system, number }, place) => ({ system, number, place })).filter(({ system }) => system === wanted);
    const before = places.filter(({ number }) => number <= page);
    const after = places.filter(({ number }) => number > page);
    const exact = before.filter(({ number }) => number === page);
    return (exact.length || !after.length ? exact : [...before.slice(-1), ...after.slice(0, 1)]).map(({ place }) => place);
  }

  /** The operators of a query. */
  asked(text) {
    return takeApart(text, this.games, this.kinds);
  }

  /** The system of a query: that of a filter, the named one, or the current one; '' for none or several. */
  soughtIn(text, system, current = '') {
    const { systems, text: rest } = this.asked(text);
    const wanted = systems.size ? [...systems].join(' ') : system || parse(rest, this.games).system || current;
    return this.games.some(({ id }) => id === wanted) ? wanted : '';
  }

  pageAt(at) {
    const { system, number, count, chapter } = this.pages[at - this.size];
    const short = [`${count} ${count === 1 ? 'Eintrag' : 'Einträge'}`, chapter].filter(Boolean).join(plain.CELLS);
    const shown = { id: `${system.id}/seite/${number}`, title: `Seite ${number}`, titleEn: `Page ${number}`, short };
    return { ...shown, ...ofSystem(system), phases: [], part: '', number: '', kind: PAGE_KIND, kindName: KIND_NAMES[PAGE_KIND] };
  }

  /** Like Search.search, by names and numbers alone: every word of the query begins a word of a name. */
  search(text, { system = null, kind = null, phase = null, current = '', limit = 10 } = {}) {
    const asked = this.asked(text);
    const query = parse(asked.text, this.games);
    const fits = this.conditions.of(asked, { system: system || (asked.systems.size ? null : query.system), kind, phase }, new Set());
    const beginnings = query.words.map(({ text: word }) => beginning(word));
    const all = [];
    for (let at = 0; at < this.size; at += 1) {
      if (!fits(at)) continue;
      const own = this.games[this.docs.game[at]]?.id;
      const score = this.likeName(at, query, beginnings) * (own === current ? CURRENT_SYSTEM_FACTOR : 1) * (KIND_FACTORS[this.kinds[this.docs.kind[at]][0]] ?? 1);
      if (score > 0) all.push({ at, score });
    }
    all.push(...this.pageHits(query, asked, { system, kind, phase }));
    all.sort((one, other) => other.score - one.score || one.at - other.at);
    return { hits: all.slice(0, limit), total: all.length, all, words: [], terms: new Set(), asked, missing: [] };
  }

  /** The English title, normalised as queries are. */
  englishOf(at) {
    return nameKey(this.docs.en[at]);
  }

  likeName(at, { key, number, words }, beginnings) {
    if (number && this.numbered.get(at)?.key === number) return 2;
    const names = this.unfolded[at] ??= unfolded(this.named(at).join('|'));
    if (!words.length || (names && !beginnings.every((one) => one.test(names)))) return 0;
    let best = 0;
    for (const name of this.keysOf(at)) {
      const parts = name.split(' ');
      if (words.every((word) => parts.some((part) => part.startsWith(word.text)))) {
        best = Math.max(best, (name === key ? 4 : name.startsWith(key) ? 2 : 1) + key.length / name.length);
      }
    }
    return best;
  }

  /** Adds the short rules of a system, from its file. */
  addShorts(system, { of, short }) {
    this.shown = [];
    if (of === this.of) placesOf(this, system).forEach((at, own) => { this.short[at] = short[own]; });
  }

  named(at) {
    return [this.docs.title[at], this.docs.en[at], ...this.docs.names[at].split('|')];
  }

  /** A document's names, normalised as queries are. */
  keysOf(at) {
    if (!this.nameKeys.has(at)) {
      this.nameKeys.set(at, [...new Set(this.named(at).map(nameKey).filter(Boolean))]);
    }
    return this.nameKeys.get(at);
  }

  /** Prepares what the first search would otherwise compute all at once; yields where it may pause. */
  * warming() {
    yield* inTurns(this.size, (from, to) => { for (let at = from; at < to; at += 1) this.keysOf(at); });
  }

  corrected() {
    return '';
  }

  marked(text) {
    return [[text, false]];
  }

  /** The shown fields of a document. */
  document(at) {
    return this.shown[at] ??= at < this.size ? this.documentAt(at) : this.pageAt(at);
  }

  documentAt(at) {
    const system = this.games[this.docs.game[at]];
    const part = system && system.parts[this.docs.part[at]];
    const [kind, kindName] = this.kinds[this.docs.kind[at]];
    const number = this.numbered.get(at);
    return {
      id: this.docs.id[at] || usualId(system ? system.id : '', kind, this.docs.title[at]),
      title: this.docs.title[at],
      titleEn: this.docs.en[at],
      short: this.short[at] ?? '',
      ...ofSystem(system),
      phases: this.docs.phases[at] ? this.docs.phases[at].split('|') : [],
      part: part ? part.title : '',
      number: number ? number.printed : '',
      kind,
      kindName,
    };
  }
}
