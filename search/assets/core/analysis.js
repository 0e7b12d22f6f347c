/* Nachschlag: the words of every document's fields, and the weight of a term in a document, computed as in analysis.py. */

import { digitReader, inTurns, mapped, reader, times } from './packed.js';
import { compareText, fold, nameKey, STOP_WORDS, tokens } from './search_words.js';
import { analysis, documents, schema, words as written } from './shared.js';

const { PART_OF_WORD, NAME_FIELDS, ASKED_FIELDS, TEXTS, THRESHOLDS } = schema;
const { MOST_KEY_WORDS } = documents;
const FIELDS = Object.keys(schema.FIELDS);
const [TITLE, QUERIES, ENGLISH, BODY] = ['title', 'queries', 'english', 'body'].map((name) => FIELDS.indexOf(name));
/** The places, among the fields that are shown, of those that tell words of a text. */
const TELLING = written.TOLD_FIELDS.map((name) => written.SHOWN_FIELDS.indexOf(name));
const WRITTEN = analysis.WRITTEN_FIELDS.map((name) => FIELDS.indexOf(name));
const [IS_NAME, IS_ASKED] = [NAME_FIELDS, ASKED_FIELDS].map((some) => FIELDS.map((name) => some.includes(name)));

/** Some things of a list, of which a reader has the number and the gaps between them. */
function gathered(next, list) {
  let place = -1;
  return times(next(), () => list[place += next() + 1]);
}

export class Fields {
  /** @param {ShownWords} shown */
  constructor(lexicon, shown) {
    this.lexicon = lexicon;
    [this.english, this.related, this.shorts] = [shown.englishTitles, shown.related, shown.shorts];
    this.shown = shown.words;
  }

  /** Decodes the files of systems, with pauses. */
  * opening(index) {
    const { lexicon } = this;
    this.isStopWord = Uint8Array.from(yield* mapped(lexicon.words, (word) => STOP_WORDS.has(word)));
    this.all = [...lexicon.words, ...[...STOP_WORDS].filter((word) => !lexicon.places.has(word)).sort()];
    /** Stop word → its place among all words. */
    this.stopWords = new Map();
    yield* mapped(this.all, (word, at) => STOP_WORDS.has(word) && this.stopWords.set(word, at));
    this.sections = index.sections;
    this.rows = index.rows;
    this.titles = index.docs.title;
    this.german = new Set(index.german);
    const fields = yield* mapped(this.shown, (own) => own.map((words) => this.placesOf(words)));
    yield* this.alike();
    /** Word → [text, count, text, count, …]: the texts with the word, and its frequency there; of words with the same terms only the
     * first has any. */
    this.bodies = Array.from(lexicon.words, () => []);
    for (const name of ['queries', 'questions', 'said', 'stops']) this[name] = fields.map(() => []);
    for (const file of index.files) {
      yield* this.tell(file, fields);
      yield* this.readQueries(file, fields, yield* this.readTexts(file));
    }
    yield* mapped(fields, (own, at) => own.splice(QUERIES, 0, this.asked(at, lexicon.words.length), this.questions[at]));
    yield* this.prepare(index, fields);
  }

  /** Word → the first word with the same terms, which stands for all of them in texts. A stop word stands for itself. */
  * alike() {
    const firsts = new Map();
    this.first = yield* mapped(this.lexicon.termsOf, (terms, word) => {
      const key = this.isStopWord[word] ? word : terms.join();
      if (!firsts.has(key)) firsts.set(key, word);
      return firsts.get(key);
    });
  }

  /** Adds the words of texts that titles and short rules tell. */
  * tell({ places }, fields) {
    yield* inTurns(places.length, (from, to) => {
      for (const at of places.slice(from, to)) {
        for (const word of new Set(TELLING.flatMap((field) => fields[at][field]))) {
          if (!this.isStopWord[word]) this.bodies[this.first[word]].push(at, written.TOLD_TIMES);
        }
      }
    });
  }

  /** The words of a system, by which its documents are written: its own, then the stop words that are none of them. */
  ownOf(system) {
    const own = this.lexicon.own.get(system);
    const known = new Set(own);
    return [...own, ...[...this.stopWords].sort(([one], [other]) => compareText(one, other)).map(([, at]) => at).filter((at) => !known.has(at))];
  }

  /** Reads the texts of a system's documents; returns its words, those that occur in most of them first, and those of each text. */
  * readTexts({ system, places, texts, sizes, gaps, repeats, times: often }) {
    const [skipped, size, step, once, more] = [texts, sizes, gaps, repeats, often].map(reader);
    let [without, single] = [skipped(), once()];
    const own = this.ownOf(system);
    const { length } = this.lexicon.own.get(system);
    const isListed = new Set();
    const having = yield* mapped(own, (word, at) => {
      if (at >= length || isListed.has(this.first[word])) return 0;
      isListed.add(this.first[word]);
      if (without-- !== 0) return 0;
      without = skipped();
      return size() + 1;
    });
    const count = () => {
      if (single-- !== 0) return 1;
      single = once();
      return more() + 2;
    };
    const frequent = byFrequency(having).map((at) => own[at]);
    const occurring = new Map(own.map((word, at) => [word, having[at]]));
    const inTexts = places.map(() => []);
    yield* mapped(frequent, (word) => {
      for (let left = occurring.get(word), place = -1; left; left -= 1) {
        place += step() + 1;
        this.bodies[this.first[word]].push(places[place], count());
        inTexts[place].push(word);
      }
    });
    return { frequent, inTexts };
  }

  /** Reads the recorded queries of a system's documents, [{words, isLong}] each, the words that only their questions have, and all words
   * that these have (`said`: term, times, term, times, …; `stops`: stop words, also of queries); numbers beyond the vocabulary are stop words. */
  * readQueries({ places, lengths, queries, questions, said, quoted, stops }, fields, { frequent, inTexts }) {
    const [sizes, coded, only, others, digits] = [...[lengths, queries, questions, quoted].map(reader), digitReader(said)];
    yield* mapped(places, (at, text) => {
      const own = [...new Set(fields[at].flat())];
      let size = 0;
      this.queries[at] = times(sizes(), () => {
        size += sizes();
        const isLong = size % 2 === 1;
        let place = 0;
        const words = times(size >> 1, () => {
          place = coded() + (isLong ? place : 0);
          if (place >= own.length) own.push(frequent[place - own.length]);
          return own[Math.min(place, own.length - 1)];
        });
        return { words, isLong };
      });
      this.questions[at] = gathered(only, frequent);
      const shown = this.termsOf(own);
      const all = this.said[at];
      digits(shown.length, (often, number) => often && all.push(shown[number], often));
      for (const term of this.termsOf([...gathered(others, inTexts[text]), ...this.questions[at]])) all.push(term, 1);
    });
    const having = reader(stops);
    for (const word of [...STOP_WORDS].sort()) for (const at of gathered(having, places)) this.stops[at].push(word);
  }

  /** The words of a document's queries that are in the vocabulary. */
  asked(at, count) {
    return this.queries[at].flatMap(({ words }) => words.filter((word) => word < count && !this.isStopWord[word]));
  }

  /** A document's names in other systems, its recorded queries and its short rule, as terms. */
  phrases(at) {
    const found = [...this.related[at].map((name) => this.phraseOf(name)), ...this.queries[at].map(({ words }) => this.termsOf(words)), this.saidIn(this.shorts[at])];
    const titles = [...(this.sections[at] ?? []).filter((_, place) => place % 2), ...(this.rows[at] ?? [])];
    const own = titles.length ? this.phraseOf(this.titles[at]) : [];
    for (const title of titles) {
      const place = this.phraseOf(title);
      if (place.length && own.length) found.push([...new Set([...own, ...place])]);
      if (place.length > 1) found.push(place);
    }
    return found.filter((phrase) => phrase.length);
  }

  /** The short names in other systems and recorded queries, normalised as queries are. */
  other(at) {
    const related = this.related[at].map(nameKey).filter((key) => key && key.split(' ').length <= MOST_KEY_WORDS);
    const short = this.queries[at].filter(({ isLong }) => !isLong);
    return [...related, ...short.map(({ words }) => words.map((word) => this.all[word]).join(' '))];
  }

  /** The numbers of the words that are known. */
  placesOf(words) {
    const found = [];
    for (const word of words) {
      const place = this.lexicon.places.get(word);
      if (place !== undefined) found.push(place);
    }
    return found;
  }

  /** Words as terms, without stop words or duplicates. */
  termsOf(words) {
    const found = new Set();
    for (const word of words) if (word < this.isStopWord.length && !this.isStopWord[word]) found.add(this.lexicon.termsOf[word][0]);
    return [...found];
  }

  /** A name as terms, without stop words or duplicates. */
  phraseOf(name) {
    return this.saidIn(fold(name));
  }

  saidIn(folded) {
    return this.termsOf(tokens(folded).map((token) => this.lexicon.places.get(token) ?? Infinity));
  }

  /** Inverts the fields, so that a term's postings can be looked up. */
  * prepare({ average, numbered }, own) {
    this.marked = 2 * this.level(schema.FIELDS.number.weight) + 1;
    /** Word → [document, field, document, field, …] of every occurrence. */
    this.places = Array.from(this.lexicon.words, () => []);
    yield* mapped(own, (fields, at) => fields.forEach((field, place) => field.forEach((word) => this.places[word].push(at, place))));
    this.units = Object.entries(schema.FIELDS).map(([name, { weight, b }], field) => {
      const lengths = field === BODY ? this.bodyLengths(own.length) : Float64Array.from(own, (words) => words[field].length);
      return lengths.map((length) => weight / (1 - b + b * length / average[name]));
    });
    yield;
    this.wordsOf = Array.from(this.lexicon.terms, () => []);
    yield* mapped(this.lexicon.termsOf, (terms, word) => terms.forEach((term) => this.wordsOf[term].push(word)));
    this.documentsOf = new Map();
    const mark = (text, at) => {
      const term = this.lexicon.termIds.get(text);
      if (!this.documentsOf.has(term)) this.documentsOf.set(term, []);
      this.documentsOf.get(term).push(at);
    };
    for (const [at, , key] of numbered) mark(`#${key}`, at);
    this.lexicon.acronyms.forEach((found, at) => found.forEach((acronym) => mark(`'${acronym}`, at)));
    this.known = [];
    this.counts = new Float64Array(own.length);
    this.weights = new Float64Array(own.length);
    this.inName = new Uint8Array(own.length);
  }

  bodyLengths(size) {
    const lengths = new Float64Array(size);
    for (const found of this.bodies) for (let at = 0; at < found.length; at += 2) lengths[found[at]] += found[at + 1];
    return lengths;
  }

  /** The number of the library's documents with a term. */
  containing(term) {
    if (this.lexicon.frequency[term] !== undefined) return this.lexicon.frequency[term];
    const { docs, asked } = this.postings(term);
    return Math.max(asked, Math.floor((docs.length - asked) / TEXTS));
  }

  /** A term's postings: its documents in order, each with 2·level + in_name. */
  postings(term) {
    if (!this.known[term]) {
      const marked = this.documentsOf.get(term);
      this.known[term] = marked ? { docs: marked, packed: marked.map(() => this.marked), asked: marked.length } : this.weighed(term);
    }
    return this.known[term];
  }

  /** A term's weighted frequency in every document, over all fields together, as levels. */
  weighed(term) {
    const found = [];
    let asked = 0;
    for (let field = 0; field <= BODY; field += 1) {
      this.addField(field, this.counted(term, field), found);
      if (IS_ASKED[field]) asked = found.length;
    }
    const docs = found.sort((one, other) => one - other);
    const packed = docs.map((document) => 2 * this.level(this.weights[document]) + this.inName[document]);
    for (const document of docs) this.weights[document] = this.inName[document] = 0;
    return { docs, packed, asked };
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
    for (const word of this.wordsOf[term]) {
      const share = this.lexicon.termsOf[word][0] === term ? 1 : PART_OF_WORD;
      if (field === BODY) this.inBodies(word, (document, count) => add(document, share * count));
      else this.inField(word, field, (document) => add(document, share));
    }
    return touched;
  }

  inBodies(word, each) {
    const found = this.bodies[word];
    for (let at = 0; at < found.length; at += 2) each(found[at], found[at + 1]);
  }

  inField(word, field, each) {
    const found = this.places[word];
    for (let at = 0; at < found.length; at += 2) if (found[at + 1] === field) each(found[at]);
  }

  /** The words of the vocabulary that are forms of a term, without compounds that contain it. */
  formsOf(term) {
    return this.wordsOf[term].filter((word) => this.lexicon.termsOf[word][0] === term);
  }

  /** Per document whether one of the words occurs in its titles, names, short rule or text. */
  standing(words) {
    const stands = new Uint8Array(this.counts.length);
    const note = (document) => { stands[document] = 1; };
    for (const word of words) {
      this.inBodies(this.first[word], note);
      for (const field of WRITTEN) this.inField(word, field, note);
    }
    return stands;
  }

  /** Whether a word occurs in English titles only, in no German title or short rule of any system. */
  isEnglish(word) {
    const own = this.places[word].filter((_, at) => at % 2);
    return own.includes(ENGLISH) && !own.includes(TITLE) && !this.german.has(this.all[word]);
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

/** The positions of some sizes, sorted by descending size. */
function byFrequency(sizes) {
  const having = [];
  sizes.forEach((size, at) => (having[size] ??= []).push(at));
  return having.reverse().flat();
}
