/* Nachschlag: the words of every document's fields, and what a term weighs in a document, as analysis.py works it out. */

import { inTurns, mapped } from './suche-index.js';
import { fold, joined, nameKey, STOP_WORDS, stripParameters, tokens } from './suche-deutsch.js';

const LONGEST_WORD = 60;
/** What a part of a compound counts beside the whole word. */
const PART_OF_WORD = 0.5;
/** A longer query is no name. */
const MOST_KEY_WORDS = 2;
/** The places of fields in `index.fields`. */
const [TITLE, NAMES, QUERIES, ENGLISH, NUMBER, SHORT, BODY] = [0, 1, 3, 4, 5, 7, 8];
/** What is written in a rule and not about it, beside its text. */
const WRITTEN = [TITLE, NAMES, ENGLISH, SHORT];

export class Fields {
  constructor(lexicon) {
    this.lexicon = lexicon;
  }

  /** From the columns and the coded part of index.json, with pauses. */
  * opening(index, coded) {
    const { lexicon } = this;
    this.isStopWord = Uint8Array.from(yield* mapped(lexicon.words, (word) => STOP_WORDS.has(word)));
    this.all = [...lexicon.words, ...[...STOP_WORDS].filter((word) => !lexicon.places.has(word)).sort()];
    yield;
    const documents = coded.documents(index.docs.id.length);
    yield;
    this.sections = index.sections;
    this.rows = index.rows;
    this.titles = index.docs.title;
    this.english = documents.map(({ isEnglish }, at) => (isEnglish ? index.docs.title[at] : index.docs.en[at]));
    this.related = relatedNames(index, documents);
    yield;
    const fields = yield* this.shown(index, documents, this.related);
    const count = lexicon.words.length;
    this.queries = yield* coded.queries(this.all.length, yield* distinct(fields, count));
    yield* mapped(fields, (own, at) => own.splice(QUERIES, 0, this.asked(at, count)));
    const shown = yield* distinct(fields, count);
    this.bodies = yield* coded.bodies(count, fields.length, yield* occurrences(shown.map((words) => [words]), count));
    for (const own of fields) own[QUERIES] = own[QUERIES].filter((word) => !this.isStopWord[word]);
    yield* this.prepare(index, fields, documents);
  }

  /** The words of a document's queries that are words of the vocabulary. */
  asked(at, count) {
    const found = [];
    for (const { words } of this.queriesOf(at)) for (const word of words) if (word < count) found.push(word);
    return found;
  }

  * queriesOf(at) {
    const flat = this.queries[at];
    for (let start = 0; start < flat.length; start += 2 + flat[start]) {
      yield { words: flat.slice(start + 2, start + 2 + flat[start]), isLong: flat[start + 1] };
    }
  }

  /** What a document is called elsewhere, and the queries written down for it, as terms. */
  phrases(at) {
    const found = this.related[at].map((name) => this.phraseOf(name));
    for (const { words } of this.queriesOf(at)) found.push(this.termsOf(words));
    const titles = [...(this.sections[at] ?? []).filter((_, place) => place % 2), ...(this.rows[at] ?? [])];
    const own = titles.length ? this.phraseOf(this.titles[at]) : [];
    for (const title of titles) {
      const place = this.phraseOf(title);
      if (place.length && own.length) found.push([...new Set([...own, ...place])]);
      if (place.length > 1) found.push(place);
    }
    return found.filter((phrase) => phrase.length);
  }

  /** The short ones of them, as queries are compared. */
  other(at) {
    const found = this.related[at].map(nameKey).filter((key) => key && key.split(' ').length <= MOST_KEY_WORDS);
    for (const { words, isLong } of this.queriesOf(at)) if (!isLong) found.push(words.map((word) => this.all[word]).join(' '));
    return found;
  }

  /** Per document title, names, related names, English title, number, part, short rule, as lists of words' numbers. */
  * shown({ docs, numbered, parts, short }, documents, related) {
    const numbers = new Map(numbered.map(([at, printed]) => [at, printed]));
    const partWords = parts.map((text) => this.words(fold(text), false));
    return yield* mapped(documents, ({ part }, at) => [
      this.words(stripParameters(fold(docs.title[at])), true),
      this.words(fold(docs.names[at].replaceAll('|', ' · ')), true),
      this.words(fold(related[at].join(' · ')), false),
      this.words(stripParameters(fold(this.english[at])), true),
      this.words(fold(numbers.get(at) ?? ''), true),
      partWords[part],
      this.words(fold(short[at]), false),
    ]);
  }

  /** The numbers of a folded text's words. */
  words(folded, keepStopWords) {
    const found = [];
    for (const token of /[-\u2010\u2011]/.test(folded) ? [...tokens(folded), ...joined(folded)] : tokens(folded)) {
      const place = this.lexicon.places.get(token.length > LONGEST_WORD ? token.slice(0, LONGEST_WORD) : token);
      if (place !== undefined && (keepStopWords || !this.isStopWord[place])) found.push(place);
    }
    return found;
  }

  /** Words as terms, stop words left out, each once. */
  termsOf(words) {
    const found = [];
    for (const word of words) {
      if (word >= this.isStopWord.length || this.isStopWord[word]) continue;
      const term = this.lexicon.termsOf[word][0];
      if (!found.includes(term)) found.push(term);
    }
    return found;
  }

  /** A name in the same way. */
  phraseOf(name) {
    return this.termsOf(tokens(fold(name)).map((token) => this.lexicon.places.get(token) ?? Infinity));
  }

  /** Turns the fields round, so that a term's postings are at hand once somebody asks for them. */
  * prepare({ fields, levels, numbered }, own, documents) {
    this.levels = Float64Array.from(levels);
    this.isName = fields.map(([, , isName]) => isName);
    this.marked = 2 * this.level(fields[NUMBER][0]) + 1;
    this.places = yield* occurrences(own, this.lexicon.words.length);
    const lengths = fields.map((_, field) => (field < BODY ? Float64Array.from(own, (words) => words[field].length) : this.bodyLengths(own.length)));
    this.units = fields.map(([weight, b, , average], field) => lengths[field].map((length) => weight / (1 - b + b * length / average)));
    yield;
    this.wordsOf = yield* occurrences(this.lexicon.termsOf.map((terms) => [terms]), this.lexicon.terms.length);
    this.documentsOf = new Map();
    const mark = (text, at) => {
      const term = this.lexicon.termIds.get(text);
      if (!this.documentsOf.has(term)) this.documentsOf.set(term, []);
      this.documentsOf.get(term).push(at);
    };
    for (const [at, , key] of numbered) mark(`#${key}`, at);
    documents.forEach(({ acronyms }, at) => acronyms.forEach((acronym) => mark(`'${this.lexicon.acronyms[acronym]}`, at)));
    this.known = [];
    this.counts = new Float64Array(own.length);
    this.weights = new Float64Array(own.length);
    this.inName = new Uint8Array(own.length);
  }

  bodyLengths(size) {
    const lengths = new Float64Array(size);
    const { docs, counts } = this.bodies;
    for (let at = 0; at < docs.length; at += 1) lengths[docs[at]] += counts[at];
    return lengths;
  }

  /** Where a term stands: its documents, in order, and for each 2·level + in_name. */
  postings(term) {
    if (!this.known[term]) {
      const marked = this.documentsOf.get(term);
      this.known[term] = marked ? { docs: marked, packed: marked.map(() => this.marked) } : this.weighed(term);
    }
    return this.known[term];
  }

  /** Its weighted frequency in every document, over all fields together, as levels. */
  weighed(term) {
    const found = [];
    for (let field = 0; field <= BODY; field += 1) this.addField(field, this.counted(term, field), found);
    const docs = found.sort((one, other) => one - other);
    const packed = docs.map((document) => 2 * this.level(this.weights[document]) + this.inName[document]);
    for (const document of docs) this.weights[document] = this.inName[document] = 0;
    return { docs, packed };
  }

  addField(field, touched, found) {
    for (const document of touched) {
      if (!this.weights[document]) found.push(document);
      this.weights[document] += this.units[field][document] * this.counts[document];
      this.inName[document] |= this.isName[field];
      this.counts[document] = 0;
    }
  }

  /** Counts how often a term stands in a field; the documents where it does. */
  counted(term, field) {
    const touched = [];
    const add = (document, count) => {
      if (!this.counts[document]) touched.push(document);
      this.counts[document] += count;
    };
    const { starts, docs } = this.wordsOf;
    for (const word of docs.subarray(starts[term], starts[term + 1])) {
      const share = this.lexicon.termsOf[word][0] === term ? 1 : PART_OF_WORD;
      if (field === BODY) this.inBodies(word, (document, count) => add(document, share * count));
      else this.inField(word, field, (document) => add(document, share));
    }
    return touched;
  }

  inBodies(word, each) {
    const { starts, docs, counts } = this.bodies;
    for (let at = starts[word]; at < starts[word + 1]; at += 1) each(docs[at], counts[at]);
  }

  inField(word, field, each) {
    const { starts, docs, fields } = this.places;
    for (let at = starts[word]; at < starts[word + 1]; at += 1) if (fields[at] === field) each(docs[at]);
  }

  /** The words of the vocabulary that are forms of a term, other than those of which it is a part. */
  formsOf(term) {
    const { starts, docs } = this.wordsOf;
    return docs.subarray(starts[term], starts[term + 1]).filter((word) => this.lexicon.termsOf[word][0] === term);
  }

  /** Per document whether one of the words stands in its titles, names, short rule or text. */
  standing(words) {
    const stands = new Uint8Array(this.counts.length);
    const note = (document) => { stands[document] = 1; };
    for (const word of words) {
      this.inBodies(word, note);
      for (const field of WRITTEN) this.inField(word, field, note);
    }
    return stands;
  }

  /** Whether a word stands in English titles, and in no German title or text. */
  isEnglish(word) {
    const { starts, fields } = this.places;
    const own = fields.subarray(starts[word], starts[word + 1]);
    return own.includes(ENGLISH) && !own.includes(TITLE) && !own.includes(SHORT) && this.bodies.starts[word] === this.bodies.starts[word + 1];
  }

  /** How many levels begin at or below a weight. */
  level(weight) {
    let low = 0;
    for (let high = this.levels.length; low < high;) {
      const middle = (low + high) >> 1;
      if (weight < this.levels[middle]) high = middle; else low = middle + 1;
    }
    return low;
  }
}

/** Per document the words of all its fields, each once. */
function* distinct(documents, words) {
  const seen = new Int32Array(words).fill(-1);
  return yield* mapped(documents, (fields, at) => {
    const found = [];
    for (const field of fields) {
      for (const word of field) {
        if (seen[word] !== at) found.push(word);
        seen[word] = at;
      }
    }
    return found;
  });
}

/** Word → document and field of every occurrence: those of a word lie between starts[word] and starts[word + 1]. */
function* occurrences(documents, words) {
  const starts = new Int32Array(words + 1);
  yield* inTurns(documents.length, (from, to) => {
    for (let at = from; at < to; at += 1) for (const field of documents[at]) for (const word of field) starts[word] += 1;
  });
  for (let word = 1; word <= words; word += 1) starts[word] += starts[word - 1];
  const docs = new Int32Array(starts[words]);
  const fields = new Uint8Array(starts[words]);
  const last = documents.length - 1;
  yield* inTurns(documents.length, (from, to) => {
    for (let at = last - from; at > last - to; at -= 1) {
      for (let field = 0; field < documents[at].length; field += 1) {
        for (const word of documents[at][field]) {
          starts[word] -= 1;
          docs[starts[word]] = at;
          fields[starts[word]] = field;
        }
      }
    }
  });
  return { starts, docs, fields };
}

/** Per document the names of concepts that it carries. */
function relatedNames({ docs, kinds, related }, documents) {
  const concept = kinds.findIndex(([kind]) => kind === 'concept');
  const english = (at) => (documents[at].isEnglish ? docs.title[at] : docs.en[at]);
  const borne = docs.kind.flatMap((kind, at) => (kind === concept ? [docs.title[at], english(at), ...docs.names[at].split('|')] : []));
  const all = [...new Set(borne.filter(Boolean)), ...related];
  return documents.map((document) => document.related.map((name) => all[name]));
}
