/* Decides whether a query names exactly one rule, to which the Enter key then leads. */

import { placeInBook } from '../../generator/assets/scripts/wording.js';
import { hasOwn } from './hits.js';
import { parse } from './core/query.js';

const NO_RULES = new Set(['concept', 'part']);
const PAGE = 'page';
const TERMS = new Set(['glossary-term', 'excerpt-term']);
/** The factor by which a named document leads. */
const NEAR = 50;

const keys = new Map();

/** A name normalised as queries are; cached, as each keystroke asks for the same names. */
function keyOf(name) {
  if (!keys.has(name)) keys.set(name, parse(name, [], false).key);
  return keys.get(name);
}

const letters = ({ words }) => words.map(({ text }) => text).filter((text) => !/^[\d.]+$/.test(text));

/** Whether a number has a series word: "Tabelle 6.2", unlike "6.2" or "Kapitel 6". */
const isNamed = (query) => letters(query).length > 0;

/** Whether a query is only a number, with its part or series ("gr 17", "Tabelle 6.2", "Szenario Drei"). */
function isNumber(query) {
  const { number, series, words } = query;
  return Boolean(number) && (!isNamed(query) || Boolean(series && words.length <= 2 && letters(query)[0].startsWith(series.slice(0, 3))));
}

function isInPart(search, found, parts) {
  const system = search.games.find(({ id }) => id === found.system);
  return system.parts.some(({ id, title }) => title === found.part && parts.has(`${system.id}/${id}`));
}

function bearsNumber(search, query, found) {
  if (!found.number || (query.parts.size && !isInPart(search, found, query.parts))) return false;
  const own = parse(found.number, search.games.filter(({ id }) => id === found.system), false);
  return own.number === query.number && (isNamed(query) ? own.series === query.series : !isNamed(own));
}

/** Whether a name cannot be the key of a query, by its first letter: others need not be normalised. */
const beginsElse = (name, key) => /^[a-z]/i.test(name) && name[0].toLowerCase() !== key[0];

const bearsName = (query, { title, titleEn }) => (
  Boolean(query.key) && [title, titleEn].some((name) => name && !beginsElse(name, query.key) && keyOf(name) === query.key));

const only = (found) => (found.length === 1 ? found[0] : null);

/** The documents that a query asks for by page, number or name. */
function meantBy(search, query) {
  if (query.page) return ({ kind }) => kind === PAGE;
  const isMeant = isNumber(query) ? (found) => bearsNumber(search, query, found) : (found) => bearsName(query, found);
  return (found) => found.kind !== PAGE && isMeant(found);
}

/** The one rule whose number or name equals the whole query (`search.document`), or the page of a book; of the chosen system if it
 * has one, else of another, but by name only if the chosen system has nothing similar. Else null. */
export function direct(search, text, all, chosen) {
  const query = parse(text, search.games);
  const isMeant = meantBy(search, query);
  const meant = all.slice(0, NEAR).map(({ at }) => search.document(at)).filter((found) => !NO_RULES.has(found.kind) && isMeant(found));
  const inSystem = meant.filter(({ system }) => system === (query.system || chosen));
  const isAnswered = !query.page && !isNumber(query) && !query.system && hasOwn(search, all, chosen);
  const candidates = inSystem.length || isAnswered ? inSystem : meant;
  const rules = candidates.filter(({ kind }) => !TERMS.has(kind));
  return only(rules.length ? rules : candidates);
}

/** The label of a rule: "Grundregeln 17.0", else its title; with its system if another one is chosen. */
export function directName(found, text, chosen) {
  const name = /\d/.test(text) && found.number ? placeInBook(found.part, found.number) : found.title;
  return chosen && found.system !== chosen ? `${found.game}: ${name}` : name;
}
