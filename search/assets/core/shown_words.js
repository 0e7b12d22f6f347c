/* Nachschlag: the words of what the browser knows of every document before its text: names, names of concepts, number, part, short rule. */

import { inTurns, mapped } from './packed.js';
import { fold, joined, LONGEST_WORD, meaningful, stripParameters, tokens, whole } from './search_words.js';
import { documents, packed, schema, words as written } from './shared.js';

const { CONCEPT_KIND } = documents;
const PLAIN_WORD = whole(packed.PLAIN_WORD);
const IS_NAME = written.SHOWN_FIELDS.map((name) => schema.NAME_FIELDS.includes(name));

/** The words of a folded text, those with hyphens also joined. */
const wordsOf = (folded) => (/[-\u2010\u2011]/.test(folded) ? [...tokens(folded), ...joined(folded)] : tokens(folded));

const cut = (words) => (words.some(({ length }) => length > LONGEST_WORD) ? words.map((word) => word.slice(0, LONGEST_WORD)) : words);

export class ShownWords {
  /** Reads the texts of all documents, with pauses. */
  * opening(index) {
    const { docs } = index;
    [this.titles, this.english] = [docs.title, docs.en];
    for (const name of ['titles', 'english']) this[name] = yield* mapped(this[name], (title) => stripParameters(fold(title)));
    /** The further names of each document, folded. */
    this.names = yield* mapped(docs.names, (names) => fold(names.replaceAll('|', ' · ')));
    /** The short rule of each document, folded. */
    this.shorts = yield* mapped(docs.title, (_, at) => fold(index.short[at] ?? ''));
    const isEnglish = new Set(index.english);
    /** The English title of each document, as written. */
    this.englishTitles = docs.title.map((title, at) => (isEnglish.has(at) ? title : docs.en[at]));
    this.related = this.relatedNames(index);
    const numbers = new Map(index.numbered.map(([at, printed]) => [at, printed]));
    const parts = new Map([...new Set(Object.values(index.part))].map((text) => [text, wordsOf(fold(text))]));
    /** Per document the words of each field that is shown, in order. */
    this.words = yield* mapped(docs.title, (title, at) => [
      wordsOf(this.titles[at]),
      wordsOf(this.names[at]),
      wordsOf(fold(this.related[at].join(' · '))),
      wordsOf(this.englishTitles[at] === title ? this.titles[at] : this.english[at]),
      wordsOf(fold(numbers.get(at) ?? '')),
      parts.get(index.part[at]) ?? [],
      wordsOf(this.shorts[at]),
    ].map((words, field) => cut(IS_NAME[field] ? words : meaningful(words))));
  }

  /** Per document the names of the concepts that it carries. */
  relatedNames({ docs, kinds, related, carried }) {
    const concept = kinds.findIndex(([kind]) => kind === CONCEPT_KIND);
    const borne = docs.kind.flatMap((kind, at) => (kind === concept ? [docs.title[at], this.englishTitles[at], ...docs.names[at].split('|')] : []));
    const all = [...new Set(borne.filter(Boolean)), ...related];
    return docs.kind.map((_, at) => (carried[at] ?? []).map((name) => all[name]));
  }

  /** The words of some documents that the files of words leave out, sorted: `shown_words` in packed.py. */
  * among(places) {
    const found = new Set();
    yield* inTurns(places.length, (from, to) => {
      for (const at of places.slice(from, to)) for (const words of this.words[at]) for (const word of words) found.add(word);
    });
    return [...found].filter((word) => PLAIN_WORD.test(word)).sort();
  }
}
