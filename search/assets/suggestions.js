/* The search's offers before anything is typed: recent look-ups, favourites, and ways to browse a system. */

import { currentId } from '../../generator/assets/scripts/site.js';
import { parse } from './core/query.js';
import { placeOf } from './engine.js';
import { favourites, recents } from './recent.js';

/** The heading of recent look-ups. */
export const RECENTS = 'Zuletzt nachgeschlagen';
const SHOWN_RECENTS = 8;
const SHOWN_FAVOURITES = 6;
const LIKE = 5;

const hitsOf = (search, ids, count) => ids.map((id) => ({ at: placeOf(search, id) })).filter(({ at }) => at !== undefined).slice(0, count);

/** The newest of some look-ups that the search knows. */
export const recentHits = (search, ids) => hitsOf(search, ids, SHOWN_RECENTS);

/** The [kinds, ids of phases] that occur in a system's documents. */
function haves(search, wanted) {
  const kinds = new Set();
  const phases = new Set();
  for (let at = 0; at < search.size; at += 1) {
    const found = search.document(at);
    if (found.system !== wanted) continue;
    kinds.add(found.kind);
    for (const phase of found.phases) phases.add(phase);
  }
  return [kinds, phases];
}

function ofSystem(search, system) {
  const [kinds, phases] = haves(search, system.id);
  const inPhase = system.phases.filter(([id]) => phases.has(id)).map(([id, title]) => ({ id: `${system.id}/phase/${id}`, title }));
  const around = [{ id: `${system.id}/a-z`, title: 'A–Z' }];
  if (kinds.has('table')) around.push({ id: `${system.id}/art/tabellen`, title: 'Tabellen' });
  if (kinds.has('special-rule')) around.push({ id: `${system.id}/art/special-rule`, title: 'Sonderregeln' });
  if (kinds.has('glossary-term')) around.push({ id: `${system.id}/glossar`, title: 'Glossar' });
  return [{ label: 'Was kann ich jetzt tun?', links: inPhase }, { label: 'Stöbern', links: around }];
}

function ofAll(search) {
  const systems = search.games.map(({ id, name }) => ({ id, title: name }));
  const hasConcepts = search.kinds.some(([kind]) => kind === 'concept');
  return [{ label: 'Stöbern', links: [...systems, ...(hasConcepts ? [{ id: 'begriffe', title: 'Begriffe in allen Spielen' }] : [])] }];
}

/** The non-empty groups [{label, hits | links: [{id, title}]}] for an empty field. */
export function suggestions(search, chosen) {
  const system = search.games.find(({ id }) => id === chosen);
  const groups = [
    { label: RECENTS, hits: recentHits(search, recents().filter((id) => id !== currentId())) },
    { label: 'Favoriten', hits: hitsOf(search, favourites(), SHOWN_FAVOURITES) },
    ...(system ? ofSystem(search, system) : ofAll(search)),
  ];
  return groups.filter(({ hits, links }) => (hits ?? links).length);
}

/** Names similar to the text, of the system if it has any; none while only names are loaded. */
function nearest(search, text, chosen) {
  const like = (system) => search.nearest?.(text, LIKE, system) ?? [];
  const own = chosen ? like(chosen) : [];
  return own.length ? own : like(null);
}

/** A group with a link to the system of which a query is nothing but a name; none for other queries. */
export function systemNamed(search, text) {
  const { system, key } = parse(search.asked(text).text, search.games);
  const links = search.games.filter(({ id, names }) => id === system && names.includes(key)).map(({ id, name }) => ({ id, title: name }));
  return links.length ? [{ label: 'Spiel', links }] : [];
}

/** Links to what the excerpts lack that a query is about; none for whole rulebooks. */
export function lacking(search, text, chosen) {
  const meant = [...search.asked(text).systems, search.soughtIn(text, '', chosen)];
  return search.games.filter(({ id, excerpt }) => excerpt && meant.includes(id)).map(({ id, excerpt }) => ({ id: `${id}/auszug`, title: excerpt }));
}

/** The sentence about words that the searched system has nowhere; none while only names are loaded, where nothing was found, and beside
    notices about operators. */
export const nowhere = (search, text, chosen, { all, asked }) => (all.length && !asked.notices.length ? search.unknown?.(text, chosen) ?? [] : []);

/** Groups for a query that finds nothing: the nearest names, and links to the complete lists. */
export function wayOut(search, text, chosen) {
  const lists = search.games.filter(({ id }) => !chosen || id === chosen).map(({ id, name }) => ({ id: `${id}/a-z`, title: `${name} von A bis Z` }));
  lists.unshift(...lacking(search, text, chosen));
  lists.push({ id: 'suche#nicht-gefunden', title: 'Was ich nicht gefunden habe' });
  const like = { label: 'Meintest du …', hits: nearest(search, text, chosen) };
  return [...systemNamed(search, text), like, { label: 'Nachschlagen', links: lists }].filter(({ hits, links }) => (hits ?? links).length);
}
