/* Finds a system's names in a text, in all their German forms: names.py for browsers. */

import { isDenied, isLower, isSetOff, isShownAsTerm, isUpper, isWithinEnglish, standsAlone } from './context.js';
import { fold, isLetter } from './finder_index.js';
import { shared } from './shared.js';

const [RANK, EVERYDAY, ABBREVIATION, ENGLISH, BRACKET, NOUNS] = shared.FLAGS;
const [WITH_ENDING, OTHER_FORM, SPELLING, AS_ENGLISH, COMPOUND, DOUBT] = shared.RANKS;
const NONE = [];
const GLUE = /[\u00ad\u200b\u0300-\u036f*-]/;
const isCapitals = (text) => isUpper(text) && !isLower(text);
const isShouted = (text) => text.length > 2 && isCapitals(text);

/** (text) → the names in it, even if they overlap. */
export function nameFinder(index) {
  const { at, whole, has } = index;
  const own = index.words.map((forms) => fold(forms.split(',', 2).join('')));
  const words = new Map(); // form → positions in index.words
  index.words.forEach((forms, id) => {
    const [stem, ...endings] = forms.split(',');
    for (const ending of endings) words.set(stem + ending, [...(words.get(stem + ending) ?? []), id]);
  });
  const byFirst = new Map();
  for (const [parts, flags, targets, gaps = [], article, text] of index.names) {
    byFirst.set(parts[0], [...(byFirst.get(parts[0]) ?? []), { parts, flags, targets, gaps, article, text }]);
  }

  /** A compound without a last word that does not alter its meaning: "sturmangriffsaktion" → "sturmangriffs", "sturmangriff". */
  function withoutHead(key) {
    const stem = at('compound', key, 0)?.[1] ?? '';
    const stems = index.lists.compound_links.filter((link) => stem.endsWith(link)).map((link) => stem.slice(0, stem.length - link.length));
    return stems.filter(({ length }) => length >= shared.SHORTEST_FIRST);
  }

  const wordOf = (key, bare, ids = NONE, pieces) => ({ key, bare, pieces, names: ids.length ? ids.flatMap((id) => byFirst.get(id) ?? NONE) : NONE });
  const keyOf = (written) => fold(written.replace(index.all.glue, ''));
  const seen = new Map(); // word as written → the result of `classify`

  /** A word as written → its key, its forms without a last word, the names that begin with it; `pieces` if it is several words. */
  function classify(written) {
    const key = written === '&' ? 'und' : keyOf(written);
    if (has('games', key)) return wordOf(key, NONE);
    const known = words.get(key), bare = known ? NONE : withoutHead(key);
    const ids = known ?? words.get(bare.find((one) => words.has(one)));
    const cut = written.split(index.all.seam);
    if (ids || !cut[1] || isCapitals(written)) return wordOf(key, bare, ids);
    const pieces = cut.map((piece) => [wordOf(keyOf(piece), NONE, words.get(keyOf(piece))), piece.length]);
    return wordOf(key, bare, NONE, pieces.some(([{ key: one }]) => words.has(one)) && pieces);
  }

  function read(text) {
    const found = [];
    let place = 0, end = 0;
    for (let written of text.match(index.all.plain) ?? []) {
      let start = text.indexOf(written, place);
      const next = text[place = start + written.length];
      if (start < end) continue; // it belongs to the word before
      end = place;
      if (GLUE.test(next) || written === '&') { // the word may continue behind it, or "&" be none: a slower test
        const longer = at('word', text, start);
        if (!longer) continue;
        [written] = longer;
        end = start + written.length;
      }
      let word = seen.get(written);
      if (!word) seen.set(written, word = classify(written));
      if (!word.pieces) found.push({ word, start, end });
      else for (const [piece, length] of word.pieces) found.push({ word: piece, start, end: start += length });
    }
    return found;
  }

  /** " (2)": two letters show that most names have no parameter. */
  const parameterAt = (text, end) => (text.slice(end, end + 2).includes('(') ? at('parameter', text, end) : null);

  /** Whether the words have the name's case: nouns need their capital; an English name may be small unless a German word is spelled
   * like it. */
  function hasCase(text, found, { flags }) {
    const first = text[found[0].start];
    if (flags & ENGLISH) return found.length > 1 || flags & (isUpper(first) ? NOUNS : NOUNS * 2);
    if (found.length === 1) return isUpper(first) === Boolean(flags & NOUNS) || !isLetter(first);
    return found.every(({ start }, i) => !(i && flags & (NOUNS << i)) || isUpper(text[start]));
  }

  /** Whether the words are written like the name, and stand alone. */
  function isMeant(text, found, name, compound) {
    const start = found[0].start, end = found.at(-1).end, written = text.slice(start, end);
    const isShort = name.flags & ABBREVIATION, capitals = isShort || isShouted(written);
    if (!standsAlone(index, text, start, end, capitals || (found.length > 1 && isDenied(index, text, start, end)))) return false;
    if (found.length > 1 && own[name.parts[0]] === shared.DENIAL && index.before('modal', text, start)) return false;
    if (isShort) return [name.text, `${name.text}s`].includes(written);
    if ((name.flags & RANK) === RANK) return parameterAt(text, end) || (isSetOff(index, text, start, end) && (isLower(written[0]) || isShownAsTerm(index, text, start, end))); // "**angreift**"
    if (name.flags & ENGLISH && isWithinEnglish(index, text, start, end)) return false;
    return capitals || isSetOff(index, text, start, end) || (!compound && parameterAt(text, end)) || hasCase(text, found, name);
  }

  /** Whether the words are an everyday word that nothing beside it shows to be the name. */
  function isDoubtful(text, start, end, { flags }, compound) {
    if (!(flags & EVERYDAY) || isSetOff(index, text, start, end) || isShownAsTerm(index, text, start, end)) return false;
    return flags & ABBREVIATION || !(compound || isShouted(text.slice(start, end)) || parameterAt(text, end));
  }

  /** Whether the text between two words may stand within the name. */
  function joins(text, left, right, printed) {
    const gap = text.slice(left.end, right.start);
    if (gap === ' ' && !printed) return true;
    if (gap.split('\n').length > 2 || !whole(printed ? 'punctuated' : 'joint', gap)) return false;
    if (printed.includes('(') && !gap.includes('(')) return false;
    const first = text.slice(left.start, left.end);
    return !gap.includes('-') || !(gap.includes('*-') || (first.length > 1 && isCapitals(first) && !isCapitals(text.slice(right.start, right.end))));
  }

  /** How exactly these words match a name, 0 best; -1 if they do not. The more letters of the name begin the last word, the smaller
   * the fraction. */
  function fits(text, all, first, name) {
    const { parts, flags, gaps } = name;
    const after = first + parts.length;
    let ending = 0, compound = 0, begun;
    if (after > all.length) return -1;
    for (let i = first; i < after; i++) {
      const { key, bare } = all[i].word, part = parts[i - first], wanted = own[part];
      begun = key.startsWith(wanted) && wanted.length;
      if (key === wanted) continue;
      ending = Math.max(ending, begun ? WITH_ENDING : OTHER_FORM);
      if (words.get(key)?.includes(part)) continue;
      if (i + 1 < after || !bare.includes(wanted)) return -1;
      compound = COMPOUND;
    }
    for (let i = first + 1; i < after; i++) if (!joins(text, all[i - 1], all[i], gaps[i - 1 - first] ?? '')) return -1;
    if (!isMeant(text, all.slice(first, after), name, compound)) return -1;
    const doubt = isDoubtful(text, all[first].start, all[after - 1].end, name, compound) && DOUBT;
    return (flags & RANK) * SPELLING + (flags & ENGLISH && AS_ENGLISH) + ending + compound + doubt + 1 / (2 + begun);
  }

  /** The start of a name printed with its article, if all of it is set off: „Die Angriffsfolge“. */
  function withArticle(text, start, end, article) {
    const before = start - article.length - 1;
    const isCell = text.slice(before - 2, before) + text.slice(end, end + 2) === '|  |';
    return before >= 0 && text.slice(before, start).toLowerCase() === `${article} ` && (isCell || isSetOff(index, text, before, end)) ? before : start;
  }

  function reference(text, all, first, length, fitting) {
    const best = Math.min(...fitting.map(({ rank }) => rank)), names = fitting.filter(({ rank }) => rank === best);
    const [{ flags }] = names, { article } = fitting.find((name) => name.article) ?? NONE, last = first + length - 1;
    let { start } = all[first], { end } = all[last];
    let sort = [all[first - 1], all[last + 1]].find((one, i) => index.kinds[one?.word.key]
      && whole('setOff', i ? text.slice(end, one.start) : text.slice(one.end, start)))?.word.key;
    let akin = fitting.filter(({ rank, flags: some }) => rank > best + .5 && rank % DOUBT < (best % DOUBT) + COMPOUND - .5 && [0, RANK].includes(some & RANK));
    if (akin.length && !sort) {
      if (isSetOff(index, text, start, end) || index.before('governed', text, start)) akin = NONE; // a citation uses the exact form
      else if (at('fighting', text, end) || index.before('fought', text, start)) sort = shared.COUNTED;
    }
    if (article) start = withArticle(text, start, end, article);
    if (text[end] === ')' && text.slice(start, end).includes('(') && flags & BRACKET) end += 1;
    const parameter = best < COMPOUND && (parameterAt(text, end) ?? (flags & EVERYDAY && at('value', text, end)));
    if (parameter) end += parameter[0].length;
    const written = text.slice(start, end);
    return {
      type: 'name', start, end, sort, parameter, targets: names.flatMap(({ targets }) => targets), akin: akin.flatMap(({ targets }) => targets),
      valued: parameter && !written.endsWith(')'), capitals: isShouted(written), doubt: best >= DOUBT, english: flags & ENGLISH,
    };
  }

  return function find(text) {
    const all = read(text), found = [];
    for (let first = 0; first < all.length; first++) {
      const { names } = all[first].word;
      if (!names.length) continue;
      const fitting = []; // by their number of words
      for (const name of names) {
        const rank = fits(text, all, first, name);
        if (rank >= 0) (fitting[name.parts.length] ??= []).push({ rank, ...name });
      }
      fitting.forEach((some, length) => found.push(reference(text, all, first, length, some)));
    }
    return found;
  };
}
