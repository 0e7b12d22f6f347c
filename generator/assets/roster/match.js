/* Names in a roster → rules: takeaway/roster/match.py for browsers. The bundle has the meanings of names: its records' names, and
 * `called` for all others. Never guesses. Pure. */

import { library, list_names as german, match as shared } from './shared.js';
import { stripping } from './text.js';

const { LONGEST, NUMBER_OF, OPEN, VALUE } = shared;
const NEAR = 0.45;

const stripped = stripping(shared.SIGNS);
const fold = (text) => text.toLowerCase().toUpperCase().toLowerCase();
export const withoutParameter = (title) => title.replace(library.PARAMETER, '');
const isCapitals = (text) => text.length > 2 && text === text.toUpperCase() && text !== text.toLowerCase();

/** A name for comparison: only letters and digits, without accents and case; then with its last word in the other number. */
export function listKeys(name) {
  const letters = fold(withoutParameter(name).replaceAll('&', ' and ').normalize('NFKD')).replace(/[\u0300-\u036f'’]/g, '');
  const words = letters.match(/[\p{L}\p{N}]+/gu);
  if (!words) return [];
  const last = words.pop();
  return [last, ...others(last)].map((form) => [...words, form].join(' '));
}

/** A key with its last word in the German plural. */
function pluralKeys(key) {
  const [ending, plurals] = german.PLURALS.find(([end]) => key.endsWith(end));
  return plurals.map((plural) => key.slice(0, key.length - ending.length) + plural);
}

/** An English word in the other number. */
function others(word) {
  if (/[^aeiou]y$|^y$/.test(word)) return [`${word.slice(0, -1)}ies`];
  if (word.endsWith('o')) return [`${word}es`, `${word}s`];
  if (!/(?:s|x|ch|sh)$/.test(word)) return [`${word}s`];
  return /[^s]s$/.test(word) && word.length > 4 ? [word.slice(0, -1), `${word}es`] : [`${word}es`];
}

/** A name and the value after it: "Barrage (3) (16")*" → ["Barrage", '3, 16"']. */
export function splitValue(name) {
  const values = [];
  let text = name;
  for (let found; (found = VALUE.exec(text)) && text.slice(0, found.index).trim();) {
    values.unshift((found.groups.in ?? found.groups.out ?? '').trim());
    text = text.slice(0, found.index);
  }
  return [stripped(text), values.join(', ')];
}

/** A rule's German title with its value here: "Aufprall (2)" for "Aufprall (X)", "Anti-Held" for "Anti-X". */
export function titled(title, value) {
  if (value && OPEN.test(title)) return title.replace(OPEN, () => value);
  return value ? `${withoutParameter(title)} (${value})` : title;
}

export class Matcher {
  /** @param {import('../scripts/bundle.js').Bundle} bundle */
  constructor(bundle) {
    const { json } = bundle;
    this.bundle = bundle;
    this.system = json.system.id;
    this.called = new Map(Object.entries(json.called ?? {}));
    this.own = new Map(); // key → slugs
    this.ofPlural = new Map(); // German plural → keys
    this.open = [];
    this.threes = null;
  }

  /** Learn all names, in steps, so that a phone can do something else in between. */
  * learning() {
    const first = new Set(this.called.keys());
    for (const [name, id] of namesOf(this.bundle.json)) {
      const keys = listKeys(name), slug = id.slice(this.system.length + 1);
      if (keys.length) first.add(keys[0]);
      for (const key of keys) this.own.set(key, (this.own.get(key) ?? new Set()).add(slug));
      if (keys.length && ` ${keys[0]} `.includes(' x ')) this.leaveOpen(keys[0], slug);
      yield;
    }
    for (const [key, slugs] of this.called) if (` ${key} `.includes(' x ')) this.leaveOpen(key, slugs);
    for (const key of first) {
      for (const plural of pluralKeys(key)) this.ofPlural.set(plural, [...this.ofPlural.get(plural) ?? [], key]);
      yield;
    }
  }

  /** "Anti-X (+1 Rend)" is "Anti-charge (+1 Rend)" in a roster. */
  leaveOpen(key, slug) {
    this.open.push([new RegExp(`^${`${key} `.replace(' x ', ' (.+) ').trim()}$`), slug]);
  }

  /** The slugs that a name means. An unknown name is also tried as the German plural of another, or as its singular. */
  targets(text) {
    const found = this.exactly(text), [key] = listKeys(text);
    if (found.length || !key) return found;
    return [...new Set([...this.ofPlural.get(key) ?? [], ...pluralKeys(key)].flatMap((other) => this.exactly(other)))];
  }

  exactly(text) {
    const [key, ...more] = listKeys(text);
    const meant = (isCapitals(text) ? this.called.get(key?.toUpperCase()) : undefined) ?? this.called.get(key);
    if (meant !== undefined) return meant.split(' ').filter(Boolean);
    const known = new Set([key, ...more].flatMap((form) => [...this.own.get(form) ?? []]));
    if (known.size) return [...known];
    const stems = key ? [key.slice(0, -1), key.slice(0, -2), `${key.slice(0, -3)}y`].filter((stem) => listKeys(stem).includes(key)) : [];
    return ([...more, ...stems].map((form) => this.called.get(form)).find(Boolean) ?? '').split(' ').filter(Boolean);
  }

  /** {target, value} of a rule's name; {several, near} or {several, plain} if the list builder calls it a rule but none or several match; null if it
      need not be a rule. */
  match({ text: given, sure, kind, within }) {
    const text = given.slice(0, LONGEST).replace(/\s+/g, ' ').trim().replace(NUMBER_OF, '');
    const [plain, value] = splitValue(text);
    for (const written of new Set([text, plain])) {
      const found = this.targets(written).filter((slug) => !(kind === 'category' && within && this.record(slug)?.kind === 'characteristic'));
      if (found.length === 1) return { target: this.id(found[0]), value: written === plain || withoutParameter(text) !== text ? value : '' };
      if (found.length) return sure ? { near: found.map((slug) => this.id(slug)), several: true } : null;
      const filled = this.filled(text);
      if (filled) return filled;
    }
    return sure ? { near: null, plain, several: false } : null;
  }

  /** A rule whose name has an open word, with this text's word in its place. */
  filled(text) {
    const [key = ''] = listKeys(text);
    for (const [pattern, slug] of this.open) {
      const word = pattern.exec(key)?.[1];
      if (word) return { target: this.id(slug), value: this.german(word) };
    }
    return null;
  }

  german(word) {
    const titles = new Set(this.targets(word).map((slug) => this.record(slug)?.title).filter(Boolean));
    return titles.size === 1 ? [...titles][0] : word.replace(/\p{L}+/gu, (one) => one[0].toUpperCase() + one.slice(1));
  }

  /** The ids of up to three rules with the most similar names. */
  near(text) {
    const [key = ''] = listKeys(text);
    const wanted = threes(key);
    this.threes ??= [...this.own].map(([name, slugs]) => [new Set(threes(name)), slugs]);
    const alike = this.threes.map(([own, slugs]) => [wanted.filter((one) => own.has(one)).length * 2 / (wanted.length + own.size), slugs]);
    const best = alike.filter(([share]) => share > NEAR).sort(([one], [other]) => other - one);
    return [...new Set(best.flatMap(([, slugs]) => [...slugs]))].slice(0, 3).map((slug) => this.id(slug));
  }

  id(slug) {
    return `${this.system}/${slug}`;
  }

  record(slug) {
    return this.bundle.find(this.id(slug));
  }
}

/** Each name of entries and terms, with the id of its page. */
function* namesOf({ entries, terms, aliases, redirects }) {
  for (const { id, title, title_en: english = '', names = [] } of [...entries, ...terms]) {
    for (const name of [title, english, ...names]) yield [name, id];
  }
  for (const [id, [title, english]] of Object.entries(aliases)) {
    for (const name of [title, english]) yield [name, redirects[id] ?? id];
  }
}

/** A word's pieces of three letters. */
const threes = (key) => Array.from({ length: key.length + 1 }, (_, at) => ` ${key} `.slice(at, at + 3));
