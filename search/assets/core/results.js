/* Nachschlag: a hit as shown for a query: highlights, snippet, the place within it, a mended slip; as in results.py. */

import { distance } from './lexicon.js';
import { Names, slug } from './names.js';
import { cut, passagesFor, rowText, sectionText } from './passages.js';
import { fold, TOKEN as WORD } from './search_words.js';
import { results, search_words } from './shared.js';

const { LIKELY, MOST_SLIPS } = results;
const { ASKING } = search_words;
/** The most passages marked in a rule. */
const MARKED = 3;

/** Needs `lexicon` and `fields`. */
export class Shown extends Names {
  constructor(index) {
    super(index);
    /** Written word → its terms, and title → its terms, kept because each typed letter shows the same. */
    this.words = new Map();
    this.phrases = new Map();
    /** Text → its passages. */
    this.pieces = new Map();
  }

  /** The terms of a word as written. */
  termsOf(word) {
    if (!this.words.has(word)) this.words.set(word, this.lexicon.surfaces.get(fold(word)) ?? []);
    return this.words.get(word);
  }

  phraseOf(title) {
    if (!this.phrases.has(title)) this.phrases.set(title, this.fields.phraseOf(title));
    return this.phrases.get(title);
  }

  /** `text` in pieces [text, isMatch]: matches have one of `terms`. */
  marked(text, terms) {
    const pieces = [];
    let end = 0;
    for (const match of text.matchAll(WORD)) {
      if (!this.termsOf(match[0]).some((term) => terms.has(term))) continue;
      if (match.index > end) pieces.push([text.slice(end, match.index), false]);
      end = match.index + match[0].length;
      pieces.push([match[0], true]);
    }
    if (end < text.length) pieces.push([text.slice(end), false]);
    return pieces;
  }

  /** The corrected query, if the document `at` was found by mending a slip; else "". */
  corrected(text, words, at) {
    const slipped = new Map(words.filter((word) => word.slipped).map((word) => [word.text, word]));
    if (!slipped.size) return '';
    const inShown = [...new Set(this.shownOf(at).flatMap(wordsIn))];
    const stemOf = (word) => this.lexicon.terms[this.lexicon.surfaces.get(fold(word))?.[0]];
    const mended = text.replace(WORD, (word) => {
      const typed = fold(word);
      const found = slipped.get(typed);
      const forms = found ? inShown.filter((form) => stemOf(form) === found.stem) : [];
      if (!forms.length) return word;
      const far = (form) => distance(fold(form), typed, MOST_SLIPS);
      return this.written(found, at) ?? forms.reduce((best, form) => (far(form) < far(best) ? form : best));
    });
    return mended === text ? '' : mended;
  }

  /** The intended word as the document `at` spells it, otherwise as the first document does, those of its system first; prefers
   * German texts, which have the right capitals. */
  written({ meant, stem }, at) {
    const isOther = (place) => Number(this.document(place).system !== this.document(at).system);
    const having = [...this.fields.postings(this.lexicon.termIds.get(stem)).docs].sort((one, other) => isOther(one) - isOther(other));
    const shown = [at, ...having].map((place) => this.shownOf(place));
    const texts = [...shown.flatMap(([title, short]) => [title, short]), ...shown.map(([, , titleEn]) => titleEn)];
    for (const text of texts) {
      const found = wordsIn(text).find((word) => fold(word) === meant);
      if (found) return found;
    }
    return undefined;
  }

  shownOf(at) {
    const { title, titleEn, short } = this.document(at);
    return [title, short, titleEn || title];
  }

  /** The passage of `body` that answers the query: the named section or row, or a passage with a word missing from title and short
   * rule. */
  snippet(body, words, at) {
    return this.cut(this.answer(body, words, at), words);
  }

  /** The passage, and the best ones with a word that the title lacks; none if too many are as good, because then the beginning
   * answers as well. */
  passages(body, words, at) {
    const { title, titleEn } = this.document(at);
    const having = this.having(body, words, [title, titleEn]);
    const most = Math.max(...having.map(({ covered }) => covered));
    const others = having.filter(({ covered }) => covered === most).length > MARKED ? [] : having.map(({ text }) => text);
    return [...new Set([this.answer(body, words, at), ...others])].filter(Boolean).slice(0, MARKED).map((text) => this.cut(text, words));
  }

  cut(text, words) {
    const terms = new Set(words.flatMap((word) => word.expansions.map(([term]) => term)));
    return cut(text, (piece) => this.marked(piece, terms));
  }

  answer(body, words, at) {
    const { section, row } = this.placeIn(words, at);
    if (section) return sectionText(body, section.title, this.titles(at));
    if (row) return rowText(body, row);
    const { title, titleEn, short } = this.document(at);
    const best = this.having(body, words, [title, titleEn, short])[0]?.text ?? '';
    return this.titles(at).includes(best) ? sectionText(body, best, this.titles(at)) : best;
  }

  /** The titles of a document's sections. */
  titles(at) {
    return (this.sections[at] ?? []).filter((_, place) => place % 2);
  }

  /** The passages with a word of the query that `shown` lacks, best first. */
  having(body, words, shown) {
    const said = this.termsIn(shown.join(' '));
    const telling = words.filter((word) => !ASKING.includes(word.text));
    const missing = telling.filter((word) => !word.expansions.some(([term]) => said.has(term)));
    return passagesFor(body, telling, missing, (text) => this.termsIn(text), this.pieces);
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

  /** Chooses the longest title that the query contains whole, unless the document's own titles contain it already. */
  placeOf(titles, words, at) {
    if (!titles.length) return -1;
    const { docs } = this;
    const own = new Set(this.phraseOf(`${docs.title[at]} ${docs.en[at]}`));
    const isLikely = (word) => ([term, inName]) => this.lexicon.terms[term] === word.stem || inName >= LIKELY * word.idf;
    const likely = new Set(words.flatMap((word) => word.expansions.filter(isLikely(word)).map(([term]) => term)));
    let best = -1;
    let most = 0;
    titles.forEach((title, place) => {
      const terms = this.phraseOf(title);
      if (terms.length <= most || !terms.every((term) => likely.has(term)) || terms.every((term) => own.has(term))) return;
      best = place;
      most = terms.length;
    });
    return best;
  }

  termsIn(text) {
    const found = new Set();
    for (const word of wordsIn(text)) for (const term of this.termsOf(word)) found.add(term);
    return found;
  }
}

/** The words of a text as written. */
export const wordsIn = (text) => text.match(WORD) ?? [];
