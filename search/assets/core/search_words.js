/* Nachschlag: German text → words, as in letters, stemming, compounds and search_words of generator/german. */

import { compounds, letters, search_words, stemming } from './shared.js';

const { PLAIN_VOWELS, VOWELS } = letters;
const { SHORTEST_STEM, SHORTEST_ROOT, VERB_ENDINGS, ADJECTIVAL } = stemming;
const { LINKS, MOST_PARTS } = compounds;
export const SHORTEST_PART = compounds.SHORTEST_PART;
export const LONGEST_WORD = compounds.LONGEST_WORD;
export const STOP_WORDS = new Set(search_words.STOP_WORDS);

/** Folded tokens without stop words. */
export const meaningful = (found) => found.filter((token) => !STOP_WORDS.has(token));

/** The pattern for all matches in a text. */
export const everywhere = ({ source, flags }) => new RegExp(source, `${flags}g`);
/** The pattern for a text as a whole. */
export const whole = ({ source, flags }) => new RegExp(`^(?:${source})$`, flags);

export const INVISIBLE = everywhere(letters.INVISIBLE);
export const TOKEN = everywhere(search_words.TOKEN);
const UMLAUT = everywhere(letters.UMLAUT);
const HYPHENATED = everywhere(search_words.HYPHENATED);
const BRACKETS = everywhere(search_words.BRACKETS);
const BARE = everywhere(search_words.BARE);
const ENDINGS = [...stemming.ENDINGS].reverse();
const SEPARABLE = ['', ...stemming.SEPARABLE];
const IRREGULAR = new Map(Object.entries(stemming.IRREGULAR));
const PREFIXES = [...SEPARABLE, ...stemming.INSEPARABLE];

export const isLetters = (word) => /^\p{L}+$/u.test(word);

const isPlain = (text) => /^[\x00-\x7fäöüÄÖÜß„“–·×]*$/.test(text);

/** Lower-case letters without accents; ä ö ü stay. */
function small(text) {
  if (isPlain(text)) return text.toLowerCase().replaceAll('ß', 'ss');
  const plain = text.normalize('NFKC').toLowerCase().replaceAll('ß', 'ss').replaceAll('ς', 'σ').replace(INVISIBLE, '').normalize('NFC');
  return plain.replace(/[^\x00-\x7fäöü]/gu, (letter) => letter.normalize('NFD').replace(/\p{M}/gu, ''));
}

function foldOnce(text) {
  return small(text).replace(UMLAUT, (found, at, within) =>
    found[0] === 'u' && at && VOWELS.includes(within[at - 1]) ? found : PLAIN_VOWELS[found[0]] ?? found[0]);
}

export function fold(text) {
  const folded = foldOnce(text);
  return folded === text || /^[\x00-\x7f„“–·×]*$/.test(folded) ? folded : fold(folded);
}

/** Like `fold`, but keeps "ae", "oe" and "ue", which may be slips. */
export function foldLetters(text) {
  return small(text).replace(/[äöü]/g, (letter) => PLAIN_VOWELS[letter]);
}

export function tokens(folded) {
  return folded.match(TOKEN) ?? [];
}

/** Joins hyphenated words. */
export function joined(folded) {
  const found = (folded.match(HYPHENATED) ?? []).filter((word) => /[^\p{L}\p{N}]/u.test(word) && /\p{L}/u.test(word));
  return found.map((word) => word.replace(/[^\p{L}\p{N}]/gu, ''));
}

export function stripParameters(folded) {
  return folded.replace(BRACKETS, '$1').replace(BARE, '$1');
}

export function nameKey(text) {
  return tokens(stripParameters(fold(text))).join(' ');
}

/** Names as `beginning` reads them; "" if they must be folded. */
export const unfolded = (text) => (isPlain(text) && !/\)\w/.test(text) ? small(text) : '');

/** A pattern for texts with a word that begins with a folded one, and for a few more, so that the rest need not be folded. */
export function beginning(start) {
  const letters = start.replaceAll('.', '\\.').replace(/[aou]/g, (vowel) => `[${vowel}${{ a: 'ä', o: 'ö', u: 'ü' }[vowel]}]e*`);
  return new RegExp(`(?:^|[^a-zäöü])${letters}`);
}

export function withoutEnding(word) {
  const cut = ENDINGS.filter((ending) => word.endsWith(ending) && word.length - ending.length >= SHORTEST_STEM);
  return [word, ...cut.map((ending) => word.slice(0, -ending.length))];
}

/** The base form of a folded word. */
export function baseOf(word, vocabulary) {
  if (!isLetters(word)) return '';
  return [...irregularBases(word), ...weakBases(word)].find((base) => base !== word && vocabulary.has(base)) ?? '';
}

function irregularBases(word) {
  const forms = ADJECTIVAL.filter((ending) => word.endsWith(ending)).map((ending) => word.slice(0, word.length - ending.length));
  return forms.flatMap((form) => PREFIXES.flatMap((prefix) => {
    const root = form.slice(prefix.length);
    return form.startsWith(prefix) && IRREGULAR.has(root) ? [prefix + IRREGULAR.get(root)] : [];
  }));
}

function weakBases(word) {
  const withoutGe = SEPARABLE.filter((prefix) => word.startsWith(`${prefix}ge`)).map((prefix) => prefix + word.slice(prefix.length + 2));
  return [...withoutGe, word].flatMap((form) => VERB_ENDINGS.flatMap((ending) => {
    const root = form.slice(0, -ending.length);
    return form.endsWith(ending) && root.length >= SHORTEST_ROOT ? [`${root}en`, `${root}n`] : [];
  }));
}

export function splitCompound(word, vocabulary) {
  if (word.length < 2 * SHORTEST_PART || word.length > LONGEST_WORD || !isLetters(word)) return [];
  const best = new Map();
  for (let end = SHORTEST_PART; end <= word.length; end += 1) {
    const ways = waysTo(word, end, best, vocabulary).sort(comparePartLists);
    if (ways.length) best.set(end, ways[0]);
  }
  return best.get(word.length) || [];
}

function waysTo(word, end, best, vocabulary) {
  const ways = [];
  const isPart = (start) => end - start >= SHORTEST_PART && end - start < word.length && vocabulary.has(word.slice(start, end));
  if (isPart(0)) ways.push([word.slice(0, end)]);
  for (const [stop, before] of best) {
    for (const link of LINKS) {
      const start = stop + link.length;
      if (before.length < MOST_PARTS && word.startsWith(link, stop) && isPart(start)) ways.push([...before, word.slice(start, end)]);
    }
  }
  return ways;
}

function comparePartLists(one, other) {
  const shortest = (way) => Math.min(...way.map((part) => part.length));
  return one.length - other.length || shortest(other) - shortest(one) || compareText(one.join(' '), other.join(' '));
}

export function compareText(one, other) {
  return one < other ? -1 : Number(one > other);
}
