/* Nachschlag: selects documents by the operators of a query, as in conditions.py. The index knows the words of a text but not their
 * order: for that it reads the text itself, once loaded. */

import { fold, meaningful, tokens, withoutEnding } from './search_words.js';

/** Folded words between spaces, line by line. */
const lineOf = (text) => ` ${tokens(fold(text)).join(' ')} \n`;

export class Conditions {
  /** @param {Names} names the documents @param {Fields | null} fields where their words occur; null while only names are loaded */
  constructor(names, fields = null) {
    this.names = names;
    this.fields = fields;
    /** Document → its text as lines. */
    this.texts = new Map();
  }

  /** Stores the text of a document. */
  addText(at, text) {
    this.texts.set(at, text.split('\n').map(lineOf).join(''));
  }

  /**
   * Whether a document may be found, as a function of its position; `system`, `kind`, `phase` take precedence over operators.
   * Documents that only their text could decide are added to `missing` and not found.
   */
  of(asked, { system, kind, phase }, missing) {
    const { docs, games, kinds } = this.names;
    const tests = [];
    const systemOf = (at) => games[docs.game[at]];
    const among = (given, said, testOf) => {
      const wanted = given ? new Set([given]) : said;
      if (wanted.size) tests.push(testOf(wanted));
    };
    // Each keystroke checks a thousand documents, so systems and kinds are compared by position.
    const placed = (all, idOf, places) => (wanted) => {
      const isWanted = all.map((one) => wanted.has(idOf(one)));
      return (at) => isWanted[places[at]] === true;
    };
    among(system, asked.systems, placed(games, ({ id }) => id, docs.game));
    among(kind, asked.kinds, placed(kinds, ([id]) => id, docs.kind));
    among(phase, asked.phases, (wanted) => (at) => docs.phases[at].split('|').some((one) => wanted.has(one)));
    among(null, asked.parts, (wanted) => (at) => wanted.has(`${systemOf(at)?.id}/${systemOf(at)?.parts[docs.part[at]]?.id}`));
    for (const name of asked.names) tests.push((at) => this.names.keysOf(at).some((key) => key.includes(name)));
    for (const name of asked.english) tests.push((at) => this.names.englishOf(at).includes(name));
    for (const run of asked.without) tests.push(this.withoutRun(run, missing));
    for (const run of asked.phrases) tests.push(this.withRun(run, missing));
    if (tests.length < 2) return tests[0] ?? (() => true);
    return (at) => tests.every((test) => test(at));
  }

  withRun(run, missing) {
    const isLikely = this.havingAll(run);
    return (at) => isLikely(at) && (this.says(at, run) ?? (missing.add(at), false));
  }

  withoutRun(run, missing) {
    const word = run.join('');
    if (run.length > 1 && !this.fields?.lexicon.surfaces.has(word)) {
      const isLikely = this.havingAll(run);
      return (at) => !isLikely(at) || !(this.says(at, run) ?? (missing.add(at), false));
    }
    const stands = this.fields?.standing(this.forms(word));
    return stands ? (at) => !stands[at] : (at) => !this.says(at, run);
  }

  /** All words of the vocabulary that are forms of this one. */
  forms(word) {
    const { lexicon } = this.fields;
    const known = withoutEnding(word).find((form) => lexicon.surfaces.has(form));
    return known === undefined ? [] : this.fields.formsOf(lexicon.stemOf(known));
  }

  /** Whether a document has all the words of a run, in any order; texts do not record stop words. */
  havingAll(run) {
    if (!this.fields) return () => true;
    const { places } = this.fields.lexicon;
    const words = meaningful(run);
    const stands = words.map((word) => this.fields.standing(places.has(word) ? [places.get(word)] : []));
    return (at) => stands.every((having) => having[at]);
  }

  /** Whether the words occur in a document in sequence; undefined if that depends on its text, which is not yet loaded. */
  says(at, run) {
    const { docs, short } = this.names;
    const wanted = ` ${run.join(' ')} `;
    const written = [docs.title[at], docs.en[at], ...docs.names[at].split('|'), short[at] ?? ''];
    if (written.some((text) => lineOf(text).includes(wanted)) || this.names.keysOf(at).some((key) => ` ${key} `.includes(wanted))) return true;
    return this.fields ? this.texts.get(at)?.includes(wanted) : false;
  }
}
