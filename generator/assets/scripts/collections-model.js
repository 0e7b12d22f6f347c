/* Lists of rules that a player keeps: favourites and cheat sheets. Pure: a state goes in, a new one comes out; where nothing changes,
   the very same one.

   A state is `{version: 1, lists: [{id, title, items: [{id, title}]}]}`. The list "favoriten" comes first and is always there. An item's
   title is what the rule was called when it was kept: shown until the rule itself is at hand, and where there is no such rule any more.
   What a newer version of the site has written beside these fields is kept. */

export const FAVOURITES = 'favoriten';
const FAVOURITES_TITLE = 'Favoriten';
const LONGEST_TITLE = 80;

const ID = /^[a-z0-9][a-z0-9-]*(?:\/[a-z0-9][a-z0-9-]*){1,2}$/;

/** Whether a value is the id of an entry, term or concept. */
export const isId = (value) => typeof value === 'string' && value.length <= 200 && ID.test(value);

/** A title as lists bear it: one line, not too long. */
export const cleanTitle = (text) => (typeof text === 'string' ? text : '').replace(/\s+/g, ' ').trim().slice(0, LONGEST_TITLE).trim();

/** A text's JSON value; where it is none (any more), what `otherwise` makes of the text. */
export function parsed(text, otherwise) {
  try {
    return JSON.parse(text);
  } catch {
    return otherwise(text);
  }
}

/** The readable part of anything that was once kept; an empty state where nothing is. */
export function readable(value) {
  const lists = [{ id: FAVOURITES, title: FAVOURITES_TITLE, items: [] }];
  for (const given of Array.isArray(value?.lists) ? value.lists : []) {
    const list = readableList(given);
    if (!list) continue;
    const at = lists.findIndex(({ id }) => id === list.id);
    if (at < 0) lists.push(list);
    else lists[at] = { ...list, title: at ? list.title : FAVOURITES_TITLE, items: unique([...lists[at].items, ...list.items]) };
  }
  return { ...(isObject(value) ? value : {}), version: 1, lists };
}

/** What can be read of a stored text that is no JSON (any more): every id in it, as favourites. */
export function salvaged(text) {
  const ids = [...text.matchAll(/"id"\s*:\s*"([^"]*)"/g)].map((found) => found[1]);
  return { lists: [{ id: FAVOURITES, items: ids }] };
}

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

function readableList(given) {
  if (!isObject(given) || typeof given.id !== 'string' || !given.id) return null;
  const items = (Array.isArray(given.items) ? given.items : []).map(readableItem).filter(Boolean);
  return { ...given, title: cleanTitle(given.title) || 'Ohne Namen', items: unique(items) };
}

function readableItem(given) {
  const item = typeof given === 'string' ? { id: given } : given;
  if (!isObject(item) || !isId(item.id)) return null;
  const { title: _, ...rest } = item;
  return cleanTitle(item.title) ? { ...rest, title: cleanTitle(item.title) } : rest;
}

function unique(items) {
  const seen = new Set();
  return items.filter(({ id }) => !seen.has(id) && seen.add(id));
}

/** The list of an id, or undefined. */
export const listOf = (state, listId) => state.lists.find(({ id }) => id === listId);

/** Whether a list has a rule. */
export const contains = (state, listId, id) => Boolean(listOf(state, listId)?.items.some((item) => item.id === id));

function changed(state, listId, change) {
  return { ...state, lists: state.lists.map((list) => (list.id === listId ? { ...list, ...change(list) } : list)) };
}

/** A rule put into a list, at the end or at a place. */
export function add(state, listId, item, at = Infinity) {
  const fresh = readableItem(item);
  if (!fresh || !listOf(state, listId) || contains(state, listId, fresh.id)) return state;
  return changed(state, listId, ({ items }) => ({ items: [...items.slice(0, at), fresh, ...items.slice(at)] }));
}

/** A rule taken out of a list. */
export function remove(state, listId, id) {
  if (!contains(state, listId, id)) return state;
  return changed(state, listId, ({ items }) => ({ items: items.filter((item) => item.id !== id) }));
}

/** A rule put into a list, or taken out where it was in. */
export function toggle(state, listId, item) {
  return contains(state, listId, item.id) ? remove(state, listId, item.id) : add(state, listId, item);
}

/** A rule moved to a place in its list, from 0; places beyond the ends are the ends. */
export function move(state, listId, id, to) {
  const items = listOf(state, listId)?.items ?? [];
  const from = items.findIndex((item) => item.id === id);
  const at = Math.max(0, Math.min(items.length - 1, to));
  if (from < 0 || from === at) return state;
  const others = items.filter((item) => item.id !== id);
  return changed(state, listId, () => ({ items: [...others.slice(0, at), items[from], ...others.slice(at)] }));
}

/** A new list with rules in it; its title gets a number where another list bears it already. */
export function create(state, listId, title, items = []) {
  if (listOf(state, listId)) return state;
  const list = readableList({ id: listId, title: freeTitle(state, cleanTitle(title) || 'Spickzettel'), items });
  return list ? { ...state, lists: [...state.lists, list] } : state;
}

/** A list under another title. Favourites keep theirs. */
export function rename(state, listId, title) {
  const clean = cleanTitle(title);
  const list = listOf(state, listId);
  if (!list || listId === FAVOURITES || !clean || clean === list.title) return state;
  const others = { lists: state.lists.filter(({ id }) => id !== listId) };
  return changed(state, listId, () => ({ title: freeTitle(others, clean) }));
}

/** Without a list. Favourites stay. */
export function drop(state, listId) {
  if (listId === FAVOURITES || !listOf(state, listId)) return state;
  return { ...state, lists: state.lists.filter(({ id }) => id !== listId) };
}

function freeTitle(state, title) {
  const taken = new Set(state.lists.map((list) => list.title));
  let free = title;
  for (let number = 2; taken.has(free); number += 1) free = `${title} (${number})`;
  return free;
}

/** With the lists of a file: those with the same id or title get what they lack, others are added. Nothing is taken away. */
export function merge(state, lists) {
  let merged = state;
  for (const list of readable({ lists }).lists) {
    const own = listOf(merged, list.id) ?? merged.lists.find(({ title }) => title === list.title);
    if (own) merged = list.items.reduce((sofar, item) => add(sofar, own.id, item), merged);
    else merged = create(merged, list.id, list.title, list.items);
  }
  return merged;
}

/** With ids as they are today. `moved` is a Map of old ids to new ones; a rule that is then twice in a list keeps its first place. */
export function healed(state, moved) {
  if (!state.lists.some(({ items }) => items.some(({ id }) => moved.has(id)))) return state;
  const today = (item) => (moved.has(item.id) ? { ...item, id: moved.get(item.id) } : item);
  return { ...state, lists: state.lists.map((list) => ({ ...list, items: unique(list.items.map(today)) })) };
}

/** With the titles that rules bear today. `titles` is a Map by id. */
export function retitled(state, titles) {
  const isOld = (item) => titles.has(item.id) && titles.get(item.id) !== item.title;
  if (!state.lists.some(({ items }) => items.some(isOld))) return state;
  const today = (item) => (isOld(item) ? { ...item, title: titles.get(item.id) } : item);
  return { ...state, lists: state.lists.map((list) => ({ ...list, items: list.items.map(today) })) };
}

/** How many rules there are in all lists together. */
export const size = (state) => state.lists.reduce((sum, { items }) => sum + items.length, 0);
