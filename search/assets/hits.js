/* How hits look and how they are grouped. */

import { address, atPassage, element } from '../../generator/assets/scripts/site.js';
import { shownNumber } from '../../generator/assets/scripts/wording.js';
import { pause } from '../../generator/assets/scripts/slices.js';
import { textOf } from './texts.js';

/** The number of hits among which to look for those of other systems. */
const NEAR = 200;
/** The places kept for other systems, if they have any hits. */
const OTHERS = 2;
/** A hit of the chosen system with this share of the best score is an answer ("Angriffsbewegung" to "Angriff"); with less, a mention. */
const COUNTS = 0.15;
/** Longer queries are shortened when quoted. */
const LONGEST = 60;
const ELSEWHERE = 'Andere Spiele';

const GROUPS = { 'glossary-term': 'Begriffe', 'excerpt-term': 'Nicht im Auszug', concept: 'Vergleich', part: 'Teile und Seiten', page: 'Teile und Seiten' };

/** The id that a hit leads to, with its section if it names one. */
export const idOf = (search, hit) => search.document(hit.at).id + (hit.section ? `#${hit.section.id}` : '');

export const addressOf = (search, hit) => address(idOf(search, hit));

const isOther = (found, chosen) => Boolean(chosen && found.system && found.system !== chosen);

/** The same hits, with the first of every kind in front. */
function ofEachFirst(hits, kindOf) {
  const seen = new Set();
  const isFirst = (hit) => !seen.has(kindOf(hit)) && seen.add(kindOf(hit));
  const first = hits.filter(isFirst);
  return [...new Set([...first, ...hits])];
}

/** The best hits, best first; only a few of systems other than the chosen one, from different systems, unless there is room. */
export function picked(search, all, chosen, limit) {
  if (!chosen) return all.slice(0, limit);
  const near = all.slice(0, NEAR);
  const systems = new Map(near.map((hit) => [hit, search.document(hit.at).system]));
  const others = near.filter((hit) => systems.get(hit) && systems.get(hit) !== chosen);
  const own = near.filter((hit) => !systems.get(hit) || systems.get(hit) === chosen);
  const foreign = ofEachFirst(others, (hit) => systems.get(hit)).slice(0, Math.max(OTHERS, limit - own.length));
  const kept = new Set([...foreign, ...own.slice(0, limit - foreign.length)]);
  return near.filter((hit) => kept.has(hit));
}

/** Whether the chosen system has an answer of its own: then those of other systems follow it, however well their names fit. */
export function hasOwn(search, all, chosen) {
  const own = chosen && all.slice(0, NEAR).find(({ at }) => search.document(at).system === chosen);
  return Boolean(own) && own.score >= COUNTS * all[0].score;
}

/** [[label, hits], …]: the group of the best hit first, the best hit first in each group. Systems other than the chosen one never
 * come first, and last if the list `isOwn` (`hasOwn`). */
export function grouped(search, hits, chosen, isOwn = false) {
  const groups = new Map();
  for (const hit of hits) {
    const found = search.document(hit.at);
    const label = isOther(found, chosen) ? ELSEWHERE : GROUPS[found.kind] ?? 'Regeln';
    groups.set(label, [...groups.get(label) ?? [], hit]);
  }
  const found = [...groups];
  const own = found.filter(([label]) => label !== ELSEWHERE);
  return isOwn ? [...own, ...found.filter((one) => !own.includes(one))] : [...new Set([...own.slice(0, 1), ...found])];
}

/** The pieces of a text, with those in `terms` marked. */
export function withMarks(search, text, terms) {
  return search.marked(text, terms).map(([piece, meant]) => (meant ? element('mark', {}, piece) : piece));
}

/** The system's short name in its colour; a concept belongs to all systems. */
export function badge(system, short) {
  return element('span', { class: system ? `n-treffer__spiel n-spiel-${system}` : 'n-treffer__spiel n-treffer__spiel--alle' }, short || 'Alle');
}

/** The kinds of hits that are lists of rules: they have pages of their own and no preview. */
const LISTS = new Set(['part', 'page']);

/** The attributes with which a tap on a link to a hit opens its rule from below (sheet.js). */
export const asPreview = (search, hit) => (LISTS.has(search.document(hit.at).kind) ? {} : { 'data-blatt': '' });

/** Show the rule of a hit's link in a place (contents.js). */
export const showRule = (link, place) => document.dispatchEvent(new CustomEvent('nachschlag:zeigen', { detail: { link, place } }));

/** The lines of one hit: system, number, title and original, and the short rule below. `title` is the element that holds the title;
 * the chosen system is not named. */
export function hitLines(search, hit, terms, title, chosen = '') {
  const found = search.document(hit.at);
  const names = element('span', { class: 'n-treffer__namen' });
  if (!chosen || found.system !== chosen) names.append(badge(found.system, found.game), ' ');
  const number = shownNumber(found);
  if (number) names.append(element('span', { class: 'n-treffer__nummer' }, number), ' ');
  title.append(...withMarks(search, found.title, terms));
  names.append(title);
  const within = hit.section?.title || hit.row;
  if (within) names.append(' ', element('span', { class: 'n-treffer__abschnitt' }, '› ', ...withMarks(search, within, terms)));
  if (found.titleEn) names.append(' ', element('span', { class: 'n-treffer__original', lang: 'en' }, ...withMarks(search, found.titleEn, terms)));
  if (found.kind === 'excerpt-term') names.append(' ', element('span', { class: 'n-treffer__teil' }, 'nicht im Auszug'));
  if (found.isPrivate) names.append(' ', element('span', { class: 'n-treffer__privat' }, 'Privat'));
  if (hit.part) names.append(' ', element('span', { class: 'n-treffer__teil' }, found.part));
  return [names, ...(found.short ? [element('span', { class: 'n-treffer__kurz' }, ...withMarks(search, found.short, terms))] : [])];
}

/** Add the passages that answer below a hit's lines, once the texts are loaded: `count`, or only what title and short rule lack; `link`
    leads to all of them. Each hit in a turn of its own: fifty at once would keep a phone from answering. */
export async function addPassages(search, hit, words, terms, box, link, count = null) {
  const text = words.length && search.passages ? await textOf(search.document(hit.at)) : '';
  if (text) await pause();
  const found = text ? search.passages(text, words, hit.at) : [];
  const shown = count === null && text ? [search.snippet(text, words, hit.at)].filter(Boolean) : found.slice(0, count ?? 0);
  const { short } = search.document(hit.at); // a concept has no other text
  box.append(...shown.filter((one) => one !== short).map((one) => element('span', { class: 'n-treffer__stelle' }, ...withMarks(search, one, terms))));
  if (!found.length) return;
  link.dataset.stelle = found.join('\n');
  link.href = atPassage(link.href, found[0]);
}

/** The hits, with `part` on those that share title and system with another, to tell them apart. */
export function toldApart(search, hits) {
  const seen = new Map();
  const key = (hit) => [search.document(hit.at).system, search.document(hit.at).title].join('/');
  for (const hit of hits) seen.set(key(hit), (seen.get(key(hit)) || 0) + 1);
  return hits.map((hit) => (seen.get(key(hit)) > 1 ? { ...hit, part: true } : hit));
}

/** A query as quoted in sentences: „Angst“. */
export function quoted(text) {
  const letters = Array.from(text);
  return `„${letters.length > LONGEST ? `${letters.slice(0, LONGEST).join('')}…` : text}“`;
}

/** More hits than this are not counted, and the search page shows no more. */
export const MANY = 50;

/** "12 Treffer". */
export const countText = (total) => (total > MANY ? `Über ${MANY} Treffer` : `${total} Treffer`);

/** The notice if it depends on unread texts whether "these words" occur in a rule. */
export const textless = (isWaiting) => (isWaiting ? ', Regeltexte laden …' : ' ohne die Regeltexte, die gerade nicht zu haben sind');
