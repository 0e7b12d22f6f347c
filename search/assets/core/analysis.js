/* Nachschlag: the words of every document's fields, and the weight of a term in a document, computed as in analysis.py. */

import { listed } from './lexicon.js';
import { inTurns, mapped, Numbers } from './packed.js';
import { fold, joined, LONGEST_WORD, nameKey, STOP_WORDS, stripParameters, tokens } from './search_words.js';
import { analysis, documents, schema } from './shared.js';

const { PART_OF_WORD, NAME_FIELDS, THRESHOLDS } = schema;
const { MOST_KEY_WORDS, CONCEPT_KIND } = documents;
const FIELDS = Object.keys(schema.FIELDS);
const [TITLE, QUERIES, ENGLISH, SHORT, BODY] = ['title', 'queries', 'english', 'short', 'body'].map((name) => FIELDS.indexOf(name));
const WRITTEN = analysis.WRITTEN_FIELDS.map((name) => FIELDS.indexOf(name));
const IS_NAME = FIELDS.map((name) => NAME_FIELDS.includes(name));

export class Fields {
  constructor(lexicon) {
    this.lexicon = lexicon;
  }

  /** Decodes index.json, with pauses. */
  * opening(index) {
    const { lexicon } = this;
    this.isStopWord = Uint8Array.from(yield* mapped(lexicon.words, (word) => STOP_WORDS.has(word)));
    this.all = [...lexicon.words, ...[...STOP_WORDS].filter((word) => !lexicon.places.has(word)).sort()];
    this.sections = index.sections;
    this.rows = index.rows;
    this.titles = index.docs.title;
    const isEnglish = new Set(index.english);
    this.english = this.titles.map((title, at) => (isEnglish.has(at) ? title : index.docs.en[at]));
    this.related = this.relatedNames(index);
    yield;
    const fields = yield* this.shown(index);
    const count = lexicon.words.length;
    this.bodies = yield* texts(index, count);
    yield* this.readQueries(index, yield* distinct(fields, count));
    yield* mapped(fields, (own, at) => own.splice(QUERIES, 0, this.asked(at, count)));
    yield* this.prepare(index, fields);
  }

  /** Per document its recorded queries: [{words, isLong}]; numbers beyond the vocabulary are stop words. */
  * readQueries({ lengths, queries }, shown) {
    const [sizes, coded] = [new Numbers(lengths), new Numbers(queries)];
    const { starts } = this.bodies;
    const size = (word) => (word + 1 < starts.length ? starts[word + 1] - starts[word] : 0);
    const frequent = byFrequency(this.all.length, size);
    this.queries = yield* mapped(shown, (own) => sizes.times(sizes.next(), () => {
      const length = sizes.next();
      const words = coded.times(length >> 1, () => {
        const place = coded.next();
        if (place >= own.length) own.push(frequent[place - own.length]);
        return own[place < own.length ? place : own.length - 1];
      });
      return { words, isLong: length % 2 === 1 };
    }));
  }

  /** The words of a document's queries that are in the vocabulary. */
  asked(at, count) {
    return this.queries[at].flatMap(({ words }) => words.filter((word) => word < count && !this.isStopWord[word]));
  }

  /** A document's names in other systems and its recorded queries, as terms. */
  phrases(at) {
    const found = [...this.related[at].map((name) => this.phraseOf(name)), ...this.queries[at].map(({ words }) => this.termsOf(words))];
    const titles = [...(this.sections[at] ?? []).filter((_, place) => place % 2), ...(this.rows[at] ?? [])];
    const own = titles.length ? this.phraseOf(this.titles[at]) : [];
    for (const title of titles) {
      const place = this.phraseOf(title);
      if (place.length && own.length) found.push([...new Set([...own, ...place])]);
      if (place.length > 1) found.push(place);
    }
    return found.filter((phrase) => phrase.length);
  }

  /** The short ones of those, normalised as queries are. */
  other(at) {
    const related = this.related[at].map(nameKey).filter((key) => key && key.split(' ').length <= MOST_KEY_WORDS);
    const short = this.queries[at].filter(({ isLong }) => !isLong);
    return [...related, ...short.map(({ words }) => words.map((word) => this.all[word]).join(' '))];
  }

  /** Per document the names of the concepts that it carries. */
  relatedNames({ docs, kinds, related, carried }) {
    const concept = kinds.findIndex(([kind]) => kind === CONCEPT_KIND);
    const borne = docs.kind.flatMap((kind, at) => (kind === concept ? [docs.title[at], this.english[at], ...docs.names[at].split('|')] : []));
    const all = [...new Set(borne.filter(Boolean)), ...related];
    return carried.map((names) => names.map((name) => all[name]));
  }

  /** Per document title, names, related names, English title, number, part, short rule, as lists of words' numbers. */
  * shown({ docs, numbered, parts, part, short }) {
    const numbers = new Map(numbered.map(([at, printed]) => [at, printed]));
    const partWords = parts.map((text) => this.words(fold(text), false));
    return yield* mapped(docs.title, (title, at) => [
      this.words(stripParameters(fold(title)), true),
      this.words(fold(docs.names[at].replaceAll('|', ' · ')), true),
      this.words(fold(this.related[at].join(' · ')), false),
      this.words(stripParameters(fold(this.english[at])), true),
      this.words(fold(numbers.get(at) ?? ''), true),
      partWords[part[at]],
      this.words(fold(short[at]), false),
    ]);
  }

  /** The numbers of a folded text's words. */
  words(folded, keepStopWords) {
    const found = [];
    for (const token of /[-\u2010\u2011]/.test(folded) ? [...tokens(folded), ...joined(folded)] : tokens(folded)) {
      const place = this.lexicon.places.get(token.slice(0, LONGEST_WORD));
      if (place !== undefined && (keepStopWords || !this.isStopWord[place])) found.push(place);
    }
    return found;
  }

  /** Words as terms, without stop words or duplicates. */
  termsOf(words) {
    const found = [];
    for (const word of words) {
      if (word >= this.isStopWord.length || this.isStopWord[word]) continue;
      const term = this.lexicon.termsOf[word][0];
      if (!found.includes(term)) found.push(term);
    }
    return found;
  }

  /** A name as terms, likewise. */
  phraseOf(name) {
    return this.termsOf(tokens(fold(name)).map((token) => this.lexicon.places.get(token) ?? Infinity));
  }

  /** Inverts the fields, so that a term's postings can be looked up. */
  * prepare({ average, numbered, acronyms }, own) {
    this.marked = 2 * this.level(schema.FIELDS.number.weight) + 1;
    this.places = yield* occurrences(own, this.lexicon.words.length);
    this.units = Object.entries(schema.FIELDS).map(([name, { weight, b }], field) => {
      const lengths = field === BODY ? this.bodyLengths(own.length) : Float64Array.from(own, (words) => words[field].length);
      return lengths.map((length) => weight / (1 - b + b * length / average[name]));
    });
    yield;
    this.wordsOf = yield* occurrences(this.lexicon.termsOf.map((terms) => [terms]), this.lexicon.terms.length);
    this.documentsOf = new Map();
    const mark = (text, at) => {
      const term = this.lexicon.termIds.get(text);
      if (!this.documentsOf.has(term)) this.documentsOf.set(term, []);
      this.documentsOf.get(term).push(at);
    };
    for (const [at, , key] of numbered) mark(`#${key}`, at);
    acronyms.forEach((found, at) => listed(found).forEach((acronym) => mark(`'${acronym}`, at)));
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

  /** A term's postings: its documents, in order, and for each 2·level + in_name. */
  postings(term) {
    if (!this.known[term]) {
      const marked = this.documentsOf.get(term);
      this.known[term] = marked ? { docs: marked, packed: marked.map(() => this.marked) } : this.weighed(term);
    }
    return this.known[term];
  }

  /** A term's weighted frequency in every document, over all fields together, as levels. */
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
      this.inName[document] |= IS_NAME[field];
      this.counts[document] = 0;
    }
  }

  /** Counts how often a term occurs in a field, and returns the documents where it does. */
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

  /** The words of the vocabulary that are forms of a term, without compounds that contain it. */
  formsOf(term) {
    const { starts, docs } = this.wordsOf;
    return docs.subarray(starts[term], starts[term + 1]).filter((word) => this.lexicon.termsOf[word][0] === term);
  }

  /** Per document whether one of the words occurs in its titles, names, short rule or text. */
  standing(words) {
    const stands = new Uint8Array(this.counts.length);
    const note = (document) => { stands[document] = 1; };
    for (const word of words) {
      this.inBodies(word, note);
      for (const field of WRITTEN) this.inField(word, field, note);
    }
    return stands;
  }

  /** Whether a word occurs in English titles only, in no German title or text. */
  isEnglish(word) {
    const { starts, fields } = this.places;
    const own = fields.subarray(starts[word], starts[word + 1]);
    return own.includes(ENGLISH) && !own.includes(TITLE) && !own.includes(SHORT) && this.bodies.starts[word] === this.bodies.starts[word + 1];
  }

  /** The number of levels that begin at or below a weight. */
  level(weight) {
    let low = 0;
    for (let high = THRESHOLDS.length; low < high;) {
      const middle = (low + high) >> 1;
      if (weight < THRESHOLDS[middle]) high = middle; else low = middle + 1;
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

/** Word → document and field of every occurrence, from starts[word] up to starts[word + 1]. */
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

/** The numbers below `count`, sorted by descending size. */
const byFrequency = (count, size) => Array.from({ length: count }, (_, at) => at).sort((one, other) => size(other) - size(one) || one - other);

/** The texts each word occurs in, and how often, from starts[word] up to starts[word + 1]. */
function* texts(index, words) {
  const [sizes, gaps, times] = [new Numbers(index.texts), new Numbers(index.gaps), new Numbers(index.times)];
  const starts = new Int32Array(words + 1);
  for (let word = 0; word < words; word += 1) starts[word + 1] = starts[word] + sizes.next();
  const docs = new Int32Array(starts[words]);
  const counts = new Int32Array(starts[words]);
  yield* mapped(byFrequency(words, (word) => starts[word + 1] - starts[word]), (word) => {
    for (let at = starts[word], before = -1; at < starts[word + 1]; at += 1) {
      docs[at] = before += gaps.next() + 1;
      counts[at] = times.next() + 1;
    }
  });
  return { starts, docs, counts };
}
