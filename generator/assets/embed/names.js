/* Finds a system's names in a text, in all their German forms: names.py and context.py for browsers. */

import { fold, isDigit, isLetter, isSmall } from './rules.js';

const SHORTENED = 3, EVERYDAY = 4, ABBREVIATION = 8, ENGLISH = 16, BRACKET = 32, NOUNS = 64;
const COMPOUND = 20;
const NONE = [];
const GLUE = new Set('\u00ad\u200b*-');
const OPENING = '„‚"\'»›“‘«‹*_`';
const CLOSING = '“‘"\'«‹”’»›*_`';
const isCapitals = (text) => text === text.toUpperCase() && text !== text.toLowerCase();
const isUpper = (letter) => letter !== letter.toLowerCase();
const isLower = (letter) => letter !== letter.toUpperCase();

/** (text) → the names in it, also where they overlap. */
export function nameFinder(rules) {
  const { at, before, whole, has } = rules;
  const own = rules.words.map((forms) => fold(forms.split(',', 2).join('')));
  const words = new Map(); // form → positions in rules.words
  rules.words.forEach((forms, id) => {
    const [stem, ...endings] = forms.split(',');
    for (const ending of endings) words.set(stem + ending, [...(words.get(stem + ending) ?? []), id]);
  });
  const byFirst = new Map();
  for (const [parts, flags, targets, gaps = []] of rules.names) {
    const name = { parts, flags, targets, gaps };
    byFirst.set(parts[0], [...(byFirst.get(parts[0]) ?? []), name]);
  }
  const heads = new Map(); // by their last two letters, the longest first
  for (const head of [...rules.list('compound_heads')].sort((a, b) => b.length - a.length)) {
    heads.set(head.slice(-2), [...(heads.get(head.slice(-2)) ?? []), head]);
  }

  /** What a compound may be without a last word that changes nothing: "sturmangriffsaktion" → "sturmangriffs", "sturmangriff". */
  function withoutHead(key) {
    const head = heads.get(key.slice(-2))?.find((end) => key.endsWith(end) && key.length - end.length > 3);
    const stem = head && key.slice(0, -head.length);
    return head ? [...rules.list('compound_links')].filter((link) => stem.endsWith(link)).map((link) => stem.slice(0, stem.length - link.length)) : NONE;
  }

  const seen = new Map();

  /** A word as written → its key, what it may be without a last word, the names that begin with it. */
  function wordOf(written) {
    let word = seen.get(written);
    if (!word) {
      const key = written === '&' ? 'und' : fold(written);
      const known = words.get(key), bare = known ? NONE : withoutHead(key);
      const ids = has('games', key) ? NONE : known ?? words.get(bare.find((one) => words.has(one))) ?? NONE;
      word = { key, bare, names: ids.length ? ids.flatMap((id) => byFirst.get(id) ?? NONE) : NONE };
      seen.set(written, word);
    }
    return word;
  }

  function read(text) {
    const found = [];
    let place = 0, end = 0;
    for (let written of text.match(rules.all.plain) ?? []) {
      const start = text.indexOf(written, place), next = text[place = start + written.length];
      if (start < end) continue; // it belongs to the word before
      end = place;
      if (GLUE.has(next) || (next >= '\u0300' && next < '\u0370') || written === '&') { // a word may go on behind it, or "&" be none: slower to tell
        const longer = at('word', text, start);
        if (!longer) continue;
        end = start + longer[0].length;
        written = longer[0].replace(rules.all.glue, '');
      }
      found.push({ word: wordOf(written), start, end });
    }
    return found;
  }

  /** " (2)": most names have nothing of the kind, which two letters tell. */
  const parameterAt = (text, end) => (text.slice(end, end + 2).includes('(') ? at('parameter', text, end) : null);

  function isSetOff(text, start, end) {
    const after = text.slice(end, end + 2).replace(/^:/, '')[0];
    return start > 0 && after && OPENING.includes(text[start - 1]) && CLOSING.includes(after);
  }

  function isShownAsTerm(text, start, end) {
    const around = before('wordBefore', text, start, 30);
    const after = at('wordAfter', text, end);
    return at('value', text, end) || (around && has('indicators_before', fold(around[1]))) || at('cited', text, end)
      || (after && has('indicators_after', fold(after[1])));
  }

  /** Whether these words are a word of their own, or the first part of a hyphenated one. */
  function standsAlone(text, start, end, capitals) {
    const left = text[start - 1] ?? '', after = text.slice(end, end + 2);
    if (left && '-‐_@\\'.includes(left) && !(capitals && '-‐'.includes(left))) return left === '_' && !isLetter(text[start - 2] ?? '') && !isDigit(text[start - 2] ?? '');
    if ('*_ '.includes(left) && text.slice(Math.max(0, start - 6), start).includes('-') && before('tail', text, start, 6)) return false;
    if (left === '/' && text[start - 2] !== ')' && !isLetter(text[start - 2] ?? '')) return false;
    if (after && '-‐'.includes(after[0])) {
      const rest = /^.[ \u00a0/\n]/.test(after) && at('truncated', text, end);
      return rest ? rest[1].includes('-') : capitals || after.length === 1 || !(isSmall(after[1]) || /\d/.test(after[1]));
    }
    return !after || !'@\\'.includes(after[0]);
  }

  /** Nouns need their capital; an English name may be small where no German word is spelled like it. */
  function hasCase(text, found, { flags, parts }) {
    const first = text[found[0].start];
    if (flags & ENGLISH) {
      const written = first + own[parts[0]].slice(1);
      return found.length > 1 || (!has('english_homographs', written) && !has('english_homographs', written.toLowerCase()) && (isUpper(first) || written.length > 3));
    }
    if (found.length === 1) return isUpper(first) === Boolean(flags & NOUNS) || !isLetter(first);
    return found.every(({ start }, i) => !i || !(flags & (NOUNS << i)) || isUpper(text[start]));
  }

  function isMeant(text, found, name, compound) {
    const start = found[0].start, end = found.at(-1).end, written = text.slice(start, end);
    const everyday = name.flags & EVERYDAY;
    if (name.flags & ABBREVIATION) {
      return isCapitals(written.replace(/s$/, '')) && standsAlone(text, start, end, true) && (!everyday || isSetOff(text, start, end) || isShownAsTerm(text, start, end));
    }
    const capitals = written.length > 2 && isCapitals(written);
    if (!standsAlone(text, start, end, capitals)) return false;
    if (name.flags & ENGLISH && (at('ofEnglish', text, end) || (isLower(written[0]) && before('inEnglish', text, start, 30)))) return false;
    const setOff = capitals || isSetOff(text, start, end) || (!compound && parameterAt(text, end));
    return (setOff || hasCase(text, found, name)) && (!everyday || setOff || compound || isShownAsTerm(text, start, end));
  }

  /** Whether the letters between two words are what the name has there. */
  function joins(text, left, right, printed) {
    const gap = text.slice(left.end, right.start);
    if (gap === ' ' && !printed) return true;
    if (gap.length > 8 || gap.split('\n').length > 2 || !whole(printed ? 'punctuated' : 'joint', gap)) return false;
    if (printed.includes('(') && !gap.includes('(')) return false;
    const first = text.slice(left.start, left.end);
    return !gap.includes('-') || !(gap.includes('*-') || (first.length > 1 && isCapitals(first) && !isCapitals(text.slice(right.start, right.end))));
  }

  /** How exactly a name stands at these words, 0 best; -1 where it does not. */
  function rankOf(text, all, first, name) {
    const { parts, flags, gaps } = name;
    const last = first + parts.length - 1;
    let compound = 0, same = true, longer = true;
    if (last >= all.length) return -1;
    for (let i = first; i <= last; i++) {
      const { key, bare } = all[i].word, part = parts[i - first], wanted = own[part];
      if (key === wanted) continue;
      same = false;
      longer &&= key.startsWith(wanted);
      if (words.get(key)?.includes(part)) continue;
      if (i < last || wanted.length < 4 || !bare.includes(wanted)) return -1;
      compound = COMPOUND;
    }
    for (let i = first; i < last; i++) if (!joins(text, all[i], all[i + 1], gaps[i - first] ?? '')) return -1;
    if (!isMeant(text, all.slice(first, last + 1), name, compound)) return -1;
    return (flags & SHORTENED) * 3 + (flags & ENGLISH ? 5 : 0) + (same ? 0 : longer ? 1 : 2) + compound;
  }

  function reference(text, read, first, { rank, names, length, articled }) {
    const compound = rank >= COMPOUND;
    let { start } = read[first], { end } = read[first + length - 1];
    if (articled && /^(?:der|die|das) $/i.test(text.slice(start - 4, start)) && !isLetter(text[start - 5] ?? '') && isSetOff(text, start - 4, end)) start -= 4;
    if (text[end] === ')' && text.slice(start, end).includes('(') && names[0].flags & BRACKET) end += 1;
    const written = text.slice(start, end);
    const parameter = !compound && (parameterAt(text, end) ?? (names[0].flags & EVERYDAY ? at('value', text, end) : null));
    const marked = (written.length > 2 && isCapitals(written)) || parameter || isSetOff(text, start, end);
    const previous = read[first - 1];
    const near = previous && start - previous.end < 6 && !/[^ \u00a0\n*_„‚"'»›“‘«‹]/.test(text.slice(previous.end, start));
    if (parameter) end += parameter[0].length;
    return {
      kind: 'name', start, end, marked, sort: near ? previous.word.key : '', targets: names.flatMap((name) => Array.isArray(name.targets) ? name.targets : name.targets * 2),
      valued: parameter && !text.slice(start, end).endsWith(')'), capitals: written.length > 2 && isCapitals(text.slice(start, end)),
    };
  }

  return function find(text) {
    const all = read(text), found = [];
    for (let first = 0; first < all.length; first++) {
      const { names } = all[first].word;
      if (!names.length) continue;
      const best = []; // by how many words they have
      for (const name of names) {
        const rank = rankOf(text, all, first, name);
        if (rank < 0) continue;
        const length = name.parts.length, known = best[length];
        const articled = known?.articled || (name.flags & SHORTENED) === 1; // printed as "Die Angriffsfolge"
        if (!known || rank < known.rank) best[length] = { rank, names: [name], length, articled };
        else if (rank === known.rank) known.names.push(name);
        if (known) known.articled = articled;
      }
      for (const one of best) if (one) found.push(reference(text, all, first, one));
    }
    return found;
  };
}
