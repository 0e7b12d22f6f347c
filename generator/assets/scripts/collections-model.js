/* A player's collections of rules: favourites and further lists. Pure: functions take a state and return a new one, or the very
   same one if nothing changes.

   A state is `{version: 1, lists: [{id, title, own, items: [{id, title}]}]}`. The list "favoriten" comes first and always exists. An
   item's title is the rule's title when it was kept: shown until the rule has loaded, and if the rule no longer exists. A list
   is shown by system and phase, unless `own`: then the player's order crosses them. Keeps unknown fields, which a newer version of the
   site may have written. */

export const FAVOURITES = 'favoriten';
const FAVOURITES_TITLE = 'Favoriten';
const LONGEST_TITLE = 80;

const ID = /^[a-z0-9][a-z0-9-]*(?:\/[a-z0-9][a-z0-9-]*){1,2}(?:#[a-z0-9][a-z0-9-]*)?$/;

/** Whether a value is the id of an entry, term or concept, or of a section of an entry: rules that moved there stay in their lists. */
export const isId = (value) => typeof value === 'string' && value.length <= 200 && ID.test(value);

/** Clean a list's title: one line, not too long. */
export const cleanTitle = (text) => (typeof text === 'string' ? text : '').replace(/\s+/g, ' ').trim().slice(0, LONGEST_TITLE).trim();

/** A text's JSON value; `otherwise(text)` if it is not (or no longer) JSON. */
export function parsed(text, otherwise) {
  try {
    return JSON.parse(text);
  } catch {
    return otherwise(text);
  }
}

/** The readable part of any stored value; an empty state if there is none. */
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

/** Rescue a stored text that is not (or no longer) JSON: every id in it becomes a favourite. */
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

/** The list with an id, or undefined. */
export const listOf = (state, listId) => state.lists.find(({ id }) => id === listId);

/** Whether a list contains a rule. */
export const contains = (state, listId, id) => Boolean(listOf(state, listId)?.items.some((item) => item.id === id));

function changed(state, listId, change) {
  return { ...state, lists: state.lists.map((list) => (list.id === listId ? { ...list, ...change(list) } : list)) };
}

/** Add a rule to a list, at the end or at a place. */
export function add(state, listId, item, at = Infinity) {
  const fresh = readableItem(item);
  if (!fresh || !listOf(state, listId) || contains(state, listId, fresh.id)) return state;
  return changed(state, listId, ({ items }) => ({ items: [...items.slice(0, at), fresh, ...items.slice(at)] }));
}

/** Remove a rule from a list. */
export function remove(state, listId, id) {
  if (!contains(state, listId, id)) return state;
  return changed(state, listId, ({ items }) => ({ items: items.filter((item) => item.id !== id) }));
}

/** Add a rule to a list, or remove it if it is in the list. */
export function toggle(state, listId, item) {
  return contains(state, listId, item.id) ? remove(state, listId, item.id) : add(state, listId, item);
}

/** Move a rule to a place in its list, from 0, limited to the list's ends. `items` are those of the list as shown; `isOwn(items)`
 * tells whether their new order crosses systems or phases. */
export function move(state, listId, id, to, items = listOf(state, listId)?.items ?? [], isOwn = () => false) {
  const from = items.findIndex((item) => item.id === id);
  const at = Math.max(0, Math.min(items.length - 1, to));
  if (from < 0 || from === at) return state;
  const others = items.filter((item) => item.id !== id);
  const moved = [...others.slice(0, at), items[from], ...others.slice(at)];
  return changed(state, listId, () => ({ items: moved, own: isOwn(moved) || undefined }));
}

/** Add a new list with rules; its title gets a number if another list already has it. */
export function create(state, listId, title, items = [], own = undefined) {
  if (listOf(state, listId)) return state;
  const list = readableList({ id: listId, title: freeTitle(state, cleanTitle(title) || 'Spickzettel'), items, own });
  return list ? { ...state, lists: [...state.lists, list] } : state;
}

/** Rename a list. The favourites keep their title. */
export function rename(state, listId, title) {
  const clean = cleanTitle(title);
  const list = listOf(state, listId);
  if (!list || listId === FAVOURITES || !clean || clean === list.title) return state;
  const others = { lists: state.lists.filter(({ id }) => id !== listId) };
  return changed(state, listId, () => ({ title: freeTitle(others, clean) }));
}

/** Remove a list, except the favourites. */
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

/** Merge the lists of a file: adds missing rules to lists with the same id or title, and adds other lists. Removes nothing. */
export function merge(state, lists) {
  let merged = state;
  for (const list of readable({ lists }).lists) {
    const own = listOf(merged, list.id) ?? merged.lists.find(({ title }) => title === list.title);
    if (own) merged = list.items.reduce((sofar, item) => add(sofar, own.id, item), merged);
    else merged = create(merged, list.id, list.title, list.items, list.own);
  }
  return merged;
}

/** Update ids. `moved` is a Map of old ids to new ones; a rule then twice in a list keeps its first place. */
export const healed = (state, moved) => renewed(state, ({ id }) => moved.has(id) && { id: moved.get(id) });

/** Update the titles of rules. `titles` is a Map by id. */
export const retitled = (state, titles) => (
  renewed(state, ({ id, title }) => titles.has(id) && titles.get(id) !== title && { title: titles.get(id) }));

/** Change all items for which `fresh(item)` has new values. */
function renewed(state, fresh) {
  if (!state.lists.some(({ items }) => items.some(fresh))) return state;
  return { ...state, lists: state.lists.map((list) => ({ ...list, items: unique(list.items.map((item) => ({ ...item, ...fresh(item) }))) })) };
}

/** The number of rules in all lists together. */
export const size = (state) => state.lists.reduce((sum, { items }) => sum + items.length, 0);
