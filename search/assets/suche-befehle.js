/* Nachschlag: what a query says beyond its words, as operators.py reads it: "these words in this order", -without, spiel:, art:, teil:,
   phase:, name:, en:. A key or value that nothing bears is told and looked for as a word. */

import { compareText, fold, nameKey, tokens } from './suche-deutsch.js';
import { LONGEST } from './suche-frage.js';

/** Key → what of `Asked` it fills. */
const CHOICES = { spiel: 'systems', art: 'kinds', teil: 'parts', phase: 'phases' };
const NAMES = { name: 'names', en: 'english' };
const SHORTEST_VALUE = 3;
const MOST_TOLD = 12;

const SPACE = ' \\t\\r\\n\\u00a0\\u202f';
const QUOTED = '"([^"]*)"|„([^“”"]*)[“”"]|[“”]([^“”"]*)[“”"]|»([^«]*)«|«([^»]*)»';
const PIECE = new RegExp(
  `(^|[${SPACE}])(-?)(?:([A-Za-zÄÖÜäöüß]+):)?(?:${QUOTED}|([^${SPACE}"„“”»«][^${SPACE}]*))(?![\\p{L}\\p{N}])`, 'gu');
/** Without one of these there is no operator. */
const MARKS = /["„“”»«:-]/;
const ENDS_WITH_KEY = new RegExp(`(?:^|[${SPACE}])(${Object.keys(CHOICES).join('|')}):$`, 'i');

/** The operators of a query. */
class Asked {
  /** @param {string} text as it was typed */
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
    /** [{key: "spiel", …, "genau" or "ohne", text, start, end}]: where they stand in what was typed. */
    this.operators = [];
  }

  /** Whether it says what documents have or have not, beyond games, kinds, parts and phases. */
  get looksIntoTexts() {
    return Boolean(this.phrases.length || this.without.length || this.names.length || this.english.length);
  }

  get narrows() {
    return this.looksIntoTexts || Object.values(CHOICES).some((name) => this[name].size);
  }

  /** Whether everything that the operators let through is a hit, also where no word weighs anything there. */
  wantsAll({ words, number }) {
    return Boolean(this.phrases.length || this.names.length || this.english.length) || (this.narrows && !words.length && !number);
  }
}

/** Takes a query apart, for the games and kinds of names.json; `text` of the result is an ordinary query, the same where nothing is in it. */
export function takeApart(text, games, kinds) {
  if (!MARKS.test(text)) return new Asked(text);
  const head = Array.from(text).slice(0, LONGEST).join('');
  const asked = new Asked(text);
  const values = new Values(games, kinds);
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
  if (begun) asked.notices.push(`„${begun}:“ Möglich: ${values.possible(begun)}.`);
  asked.notices = [...new Set(asked.notices)];
  if (end) asked.text = rest + head.slice(end);
  return asked;
}

/** A query without one of its operators. */
export function withoutOperator(text, { start, end }) {
  return `${text.slice(0, start).trimEnd()} ${text.slice(end).trimStart()}`.trim();
}

function pieceOf(match) {
  const [all, space, minus, key, ...values] = match;
  const place = values.findIndex((value) => value !== undefined);
  const start = match.index + space.length;
  return {
    text: all.slice(space.length), start, end: match.index + all.length, isMinus: minus !== '', key: (key ?? '').toLowerCase(),
    value: values[place], isBare: place === values.length - 1,
  };
}

/** What stands in the ordinary query instead of a piece; null where it is no operator. */
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
  if (!CHOICES[key] && !NAMES[key]) {
    const possible = [...Object.keys(CHOICES), ...Object.keys(NAMES)].map((known) => `${known}:`).join(', ');
    asked.notices.push(`„${key}:“ gibt es nicht, gesucht werden die Wörter. Möglich: ${possible}.`);
    return null;
  }
  if (isMinus) {
    asked.notices.push(`„${text}“ gilt nicht: Weglassen lassen sich nur Wörter.`);
    return '';
  }
  const found = NAMES[key] ? [nameKey(value)] : values.of(key, value);
  if (!found.length) {
    asked.notices.push(`„${key}:${value}“ gibt es nicht, gesucht wird „${value}“. Möglich: ${values.possible(key)}.`);
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

/** What the values of operators may stand for. */
class Values {
  constructor(games, kinds) {
    this.games = games;
    this.kinds = kinds;
    this.systems = new Set();
  }

  /** Of parts and phases only those of the games that `value` stands for count. */
  onlyIn(value) {
    for (const system of this.of('spiel', value)) this.systems.add(system);
  }

  /** What bears that name, else whatever has words that begin so. */
  of(key, value) {
    const wanted = nameKey(value);
    const options = [...this.options(key)].map(([one, names]) => [one, names.map(nameKey)]);
    const exact = options.filter(([, names]) => names.includes(wanted));
    const begun = exact.length || wanted.length < SHORTEST_VALUE ? [] : options.filter(([, names]) => names.some((name) => begins(wanted, name)));
    return [...exact, ...begun].map(([one]) => one);
  }

  /** Value → the texts that name it, the one that is told first. */
  options(key) {
    if (key === 'art') return new Map(this.kinds.map(([kind, name, many]) => [kind, [name, kind, many]]));
    if (key === 'spiel') return new Map(this.games.map((game) => [game.id, [game.short, game.id, ...game.names]]));
    const games = this.games.filter(({ id }) => !this.systems.size || this.systems.has(id));
    if (key === 'teil') {
      return new Map(games.flatMap(({ id, parts }) => parts.map((part) => [`${id}/${part.id}`, [part.title, part.id, ...part.names]])));
    }
    const phases = new Map();
    for (const [phase, title] of games.flatMap((game) => game.phases)) phases.set(phase, [...phases.get(phase) ?? [], title, phase]);
    return phases;
  }

  possible(key) {
    const names = [...new Set(Array.from(this.options(key).values(), ([name]) => name))];
    if (key === 'art') names.sort((one, other) => compareText(nameKey(one), nameKey(other)));
    const more = names.length - MOST_TOLD;
    return names.slice(0, MOST_TOLD).join(', ') + (more > 0 ? ` und ${more} weitere` : '');
  }
}

function begins(wanted, name) {
  const words = name.split(' ');
  return wanted.split(' ').every((begun) => words.some((word) => word.startsWith(begun)));
}
