/* Nachschlag: the operators of a query, read as in operators.py: "these words in this order", -without, spiel:, art:, teil:,
 * phase:, name:, en:. An unknown key or value yields a notice and is searched for as a word. */

import { LONGEST } from './query.js';
import { compareText, everywhere, fold, nameKey, tokens } from './search_words.js';
import { operators } from './shared.js';

const { CHOICES, NAMES, SHORTEST_VALUE, MOST_NAMED, ENDS_WITH_KEY, NOTICES } = operators;
const PIECE = everywhere(operators.PIECE);
/** A query without any of these characters has no operator. */
const MARKS = /["„“”»«:-]/;

/** A notice with what it says filled in. */
export const worded = (notice, said) => NOTICES[notice].replace(/\{(\w+)\}/g, (_, name) => said[name]);

/** The operators of a query. */
class Asked {
  /** @param {string} text as typed */
  constructor(text) {
    this.text = text;
    this.phrases = [];
    this.without = [];
    this.names = [];
    this.english = [];
    this.systems = new Set();
    this.kinds = new Set();
    this.parts = new Set();
    this.phases = new Set();
    this.notices = [];
    /** [{key: "spiel", …, "genau" or "ohne", text, start, end}]: their positions in the typed text. */
    this.operators = [];
  }

  /** Whether the query sets conditions on words or names, beyond systems, kinds, parts and phases. */
  get looksIntoTexts() {
    return Boolean(this.phrases.length || this.without.length || this.names.length || this.english.length);
  }

  get narrows() {
    return this.looksIntoTexts || Object.values(CHOICES).some((name) => this[name].size);
  }

  /** Whether every document that the operators let through is a hit, even without the weight of any word. */
  wantsAll({ words, number }) {
    return Boolean(this.phrases.length || this.names.length || this.english.length) || (this.narrows && !words.length && !number);
  }
}

/** Takes a query apart, for the systems and kinds of names.json; the result's `text` is the ordinary query, unchanged without operators. */
export function takeApart(text, systems, kinds) {
  if (!MARKS.test(text)) return new Asked(text);
  const head = Array.from(text).slice(0, LONGEST).join('');
  const asked = new Asked(text);
  const values = new Values(systems, kinds);
  const pieces = Array.from(head.matchAll(PIECE), pieceOf);
  for (const { key, value, isMinus } of pieces) if (key === 'spiel' && !isMinus) values.onlyIn(value);
  let rest = '';
  let end = 0;
  for (const piece of pieces) {
    const instead = read(asked, piece, values);
    if (instead === null) continue;
    rest += head.slice(end, piece.start) + instead;
    end = piece.end;
  }
  const begun = ENDS_WITH_KEY.exec(head)?.[1].toLowerCase();
  if (begun) asked.notices.push(worded('begun', { key: begun, possible: values.possible(begun) }));
  asked.notices = [...new Set(asked.notices)];
  if (end) asked.text = rest + head.slice(end);
  return asked;
}

/** A query without one of its operators. */
export function withoutOperator(text, { start, end }) {
  return `${text.slice(0, start).trimEnd()} ${text.slice(end).trimStart()}`.trim();
}

function pieceOf({ 0: found, index, groups: { space, minus, key, bare, a, b, c, d, e } }) {
  const text = found.slice(space.length);
  const start = index + space.length;
  const value = bare ?? a ?? b ?? c ?? d ?? e;
  return { text, start, end: start + text.length, isMinus: minus !== '', key: (key ?? '').toLowerCase(), value, isBare: bare !== undefined };
}

/** Reads one piece and returns its replacement in the ordinary query; null if it is no operator. */
function read(asked, piece, values) {
  const { key, value, isBare, isMinus, text, start, end } = piece;
  const words = tokens(fold(value));
  if (!words.length || (key && isBare && !/^[\p{L}\p{N}]/u.test(value))) return null;
  if (key) return readKey(asked, piece, values);
  if (isBare && !(isMinus && /^\p{L}/u.test(value))) return null;
  asked[isMinus ? 'without' : 'phrases'].push(words);
  asked.operators.push({ key: isMinus ? 'ohne' : 'genau', text, start, end });
  return isMinus ? '' : ` ${value} `;
}

function readKey(asked, { key, value, isMinus, text, start, end }, values) {
  const keys = Object.keys({ ...CHOICES, ...NAMES });
  if (!keys.includes(key)) {
    asked.notices.push(worded('key', { key, possible: keys.map((known) => `${known}:`).join(', ') }));
    return null;
  }
  if (isMinus) {
    asked.notices.push(worded('minus', { text }));
    return '';
  }
  const found = NAMES[key] ? [nameKey(value)] : values.of(key, value);
  if (!found.length) {
    asked.notices.push(worded('value', { key, value, possible: values.possible(key) }));
    return ` ${value}`;
  }
  asked.operators.push({ key, text, start, end });
  if (NAMES[key]) {
    asked[NAMES[key]].push(...found);
    return ` ${value}`;
  }
  for (const one of found) asked[CHOICES[key]].add(one);
  return '';
}

/** The values that operators may have. */
class Values {
  constructor(systems, kinds) {
    this.systems = systems;
    this.kinds = kinds;
    this.named = new Set();
  }

  /** Limits parts and phases to the systems that `value` stands for. */
  onlyIn(value) {
    for (const system of this.of('spiel', value)) this.named.add(system);
  }

  /** The options that a value names, else those with a word that begins with it. */
  of(key, value) {
    const wanted = nameKey(value);
    const options = [...this.options(key)].map(([one, names]) => [one, names.map(nameKey)]);
    const exact = options.filter(([, names]) => names.includes(wanted));
    const begun = exact.length || wanted.length < SHORTEST_VALUE ? [] : options.filter(([, names]) => names.some((name) => begins(wanted, name)));
    return [...exact, ...begun].map(([one]) => one);
  }

  /** Value → its names, the displayed one first. */
  options(key) {
    if (key === 'art') return new Map(this.kinds.map(([kind, name, many]) => [kind, [name, kind, many]]));
    if (key === 'spiel') return new Map(this.systems.map((system) => [system.id, [system.short, system.id, ...system.names]]));
    const systems = this.systems.filter(({ id }) => !this.named.size || this.named.has(id));
    if (key === 'teil') {
      return new Map(systems.flatMap(({ id, parts }) => parts.map((part) => [`${id}/${part.id}`, [part.title, part.id, ...part.names]])));
    }
    const phases = new Map();
    for (const [phase, title] of systems.flatMap((system) => system.phases)) phases.set(phase, [...phases.get(phase) ?? [], title, phase]);
    return phases;
  }

  possible(key) {
    const names = [...new Set(Array.from(this.options(key).values(), ([name]) => name))];
    if (key === 'art') names.sort((one, other) => compareText(nameKey(one), nameKey(other)));
    const [possible, count] = [names.slice(0, MOST_NAMED).join(', '), names.length - MOST_NAMED];
    return count > 0 ? worded('more', { names: possible, count }) : possible;
  }
}

function begins(wanted, name) {
  const words = name.split(' ');
  return wanted.split(' ').every((begun) => words.some((word) => word.startsWith(begun)));
}
