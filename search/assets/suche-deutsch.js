/* Nachschlag: German text → words, as german.py does it. tests/search/test_build.py compares the lists. */

const VOWELS = 'aeiouyäöüq';
export const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;
const PLAIN = { ä: 'a', ö: 'o', ü: 'u', a: 'a', o: 'o', u: 'u' };

function bare(letter) {
  return letter.normalize('NFD').replace(/\p{M}/gu, '');
}

/** Small letters without accents; ä ö ü stay. */
function plain(text) {
  if (/^[\x00-\x7fäöüÄÖÜß„“–·×]*$/.test(text)) return text.toLowerCase().replaceAll('ß', 'ss');
  const small = text.normalize('NFKC').toLowerCase().replace(/ß/g, 'ss').replace(INVISIBLE, '').normalize('NFC');
  return small.replace(/[^\x00-\x7fäöü]/gu, bare);
}

export function fold(text) {
  return plain(text).replace(/[äöü]e*|[ao]e+|ue+/g, (found, at, all) =>
    found[0] === 'u' && at && VOWELS.includes(all[at - 1]) ? found : PLAIN[found[0]]);
}

/** The same, but "ae", "oe" and "ue" stay: they may be slips. */
export function foldLetters(text) {
  return plain(text).replace(/[äöü]/g, (letter) => PLAIN[letter]);
}

export function tokens(folded) {
  return folded.match(/\d+(?:\.\d+){1,3}|[\p{L}\p{N}]+/gu) || [];
}

/** Hyphenated words written as one. */
export function joined(folded) {
  const found = folded.match(/[\p{L}\p{N}]+(?:[-\u2010\u2011][\p{L}\p{N}]+)+/gu) || [];
  return found.filter((word) => /\p{L}/u.test(word)).map((word) => word.replace(/[^\p{L}\p{N}]/gu, ''));
}

export const STOP_WORDS = new Set();

export function stripParameters(folded) {
  return folded
    .replace(/([\p{L}\p{N}_])\s*\(\s*[+\-–−]?\s*(?:\d*[wd]\d+|[xn]|\d+(?:\/\d+)?)\+?\s*\)/gu, '$1')
    .replace(/(\p{L})\s+(?:\d+\+|\d*[wd]\d+\+?)(?![\p{L}\p{N}_]|\s*(?:zoll|treffer|wucht|"))/gu, '$1');
}

export function nameKey(text) {
  return tokens(stripParameters(fold(text))).join(' ');
}

const ENDINGS = ['ern', 'est', 'em', 'er', 'en', 'es', 'st', 'et', 'e', 's', 'n', 't'].reverse();

export function withoutEnding(word) {
  const cut = ENDINGS.filter((ending) => word.endsWith(ending) && word.length - ending.length >= 3);
  return [word, ...cut.map((ending) => word.slice(0, -ending.length))];
}

const VERB_ENDINGS = ['test', 'tet', 'ten', 'end', 'te', 'st', 't', 'e'];
const SEPARABLE = ['', 'ab', 'an', 'auf', 'aus', 'bei', 'durch', 'ein', 'fort', 'her', 'hin', 'los', 'mit', 'nach', 'um', 'vor', 'weg', 'zu', 'zuruck', 'zusammen'];

const INSEPARABLE = ['be', 'ent', 'er', 'ge', 'ver', 'zer', 'uber', 'unter'];
const ADJECTIVAL = ['', 'en', 'er', 'es', 'em', 'e'];
export const STRONG = new Map();

export function infinitive(word, vocabulary) {
  if (!/^\p{L}+$/u.test(word)) return '';
  return [...strongForms(word), ...weakForms(word)].find((verb) => verb !== word && vocabulary.has(verb)) ?? '';
}

function strongForms(word) {
  const forms = ADJECTIVAL.filter((ending) => word.endsWith(ending)).map((ending) => word.slice(0, word.length - ending.length));
  return forms.flatMap((form) => [...SEPARABLE, ...INSEPARABLE].flatMap((prefix) => {
    const verb = form.startsWith(prefix) && STRONG.get(form.slice(prefix.length));
    return verb ? [prefix + verb] : [];
  }));
}

function weakForms(word) {
  const withoutGe = SEPARABLE.filter((prefix) => word.startsWith(`${prefix}ge`)).map((prefix) => prefix + word.slice(prefix.length + 2));
  return [...withoutGe, word].flatMap((form) => VERB_ENDINGS.flatMap((ending) => {
    const root = form.slice(0, -ending.length);
    return form.endsWith(ending) && root.length >= 3 ? [`${root}en`, `${root}n`] : [];
  }));
}

const LINKS = ['', 's', 'n', 'en', 'es', 'er', 'e'];
export const SHORTEST_PART = 4;
const MOST_PARTS = 4;

export function splitCompound(word, vocabulary) {
  if (word.length < 2 * SHORTEST_PART || word.length > 60 || !/^\p{L}+$/u.test(word)) return [];
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
