/* Collections for another device: as a file, and in the fragment of an address (which no server sees). Pure. */

import { cleanTitle, isId, parsed, readable } from './collections-model.js';

const FORMAT = 'nachschlag-spickzettel';
const VERSION = 1;
const MOST = 500;

/** All lists as the text of a file. */
export function toFile(state) {
  const lists = state.lists.map(({ id, title, own, items }) => ({ id, title, own, items: items.map((item) => item.id) }));
  return `${JSON.stringify({ format: FORMAT, version: VERSION, lists }, null, 1)}\n`;
}

/** The lists of a file as {lists, unread} (unread: number of rules with invalid ids), or {problem}: a German sentence. */
export function fromFile(text) {
  const value = parsed(text, () => null);
  if (value?.format !== FORMAT || !Array.isArray(value.lists)) {
    return { problem: 'Das ist keine Datei mit Spickzetteln von Nachschlag. Nimm eine, die du hier mit „Alle als Datei sichern“ gemacht hast.' };
  }
  if (!Number.isInteger(value.version) || value.version > VERSION) {
    return { problem: 'Diese Datei stammt aus einer neueren Fassung von Nachschlag. Lade die Seite neu und versuche es noch einmal.' };
  }
  const lists = readable({ lists: value.lists }).lists.filter(({ items }) => items.length);
  if (!lists.length) return { problem: 'In dieser Datei steht keine Regel.' };
  return { lists: lists.map(({ id, title, own, items }) => ({ id, title, ...(own === true && { own }), items })), unread: unreadOf(value.lists) };
}

function unreadOf(lists) {
  const items = lists.flatMap((list) => (Array.isArray(list?.items) ? list.items : []));
  return items.filter((item) => !isId(typeof item === 'string' ? item : item?.id)).length;
}

/** "t=Mein%20Heer&r=conquest/spalten,aos/patt": the fragment of a shared list's address. */
export function toFragment(title, ids) {
  return `t=${encodeURIComponent(title)}&r=${ids.join(',').replaceAll('#', '%23')}`;
}

/** The request in the fragment of the page's address: {shared: {title, ids, unread, left}} (left: number of rules beyond the limit), {part:
    {system, id}}, {sheet: {system, id}}, {list: id}, or {} for nothing to show. */
export function fromFragment(hash) {
  const asked = new URLSearchParams(hash.replace(/^#/, ''));
  if (asked.has('r')) return { shared: shared(asked) };
  for (const [name, what] of [['teil', 'part'], ['fertig', 'sheet']]) {
    const [system, id, ...more] = (asked.get(name) ?? '').split('/');
    if (system && id && !more.length) return { [what]: { system, id } };
  }
  return asked.get('liste') ? { list: asked.get('liste') } : {};
}

function shared(asked) {
  const given = asked.get('r').split(',').map((id) => id.trim()).filter(Boolean);
  const all = [...new Set(given.filter(isId))];
  const ids = all.slice(0, MOST);
  return { title: cleanTitle(asked.get('t') ?? '') || 'Geteilter Spickzettel', ids, unread: new Set(given).size - all.length, left: all.length - ids.length };
}
