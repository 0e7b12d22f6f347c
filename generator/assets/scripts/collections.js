/* A player's lists of rules on this device (collections-model.js says what they are): reading, changing, keeping, and following rules
   that were renamed. Everybody who shows or changes them does it through here. */

import { FAVOURITES, contains, healed, isId, parsed, readable, salvaged, size, toggle as toggled } from './collections-model.js';
import { say } from './notice.js';
import { load, version } from './site.js';
import { onChange, read, write } from './store.js';

const NAME = 'collections';

/** What could not be kept lives as long as the page. */
let unkept = null;

/** The lists as they are now. */
export function collections() {
  return unkept ?? readable(read(NAME, null, (text) => parsed(text, salvaged)));
}

/** Change the lists: `edit` takes the state and returns the new one. Returns the new one; where it cannot be kept, the player is told. */
export function change(edit) {
  const before = collections();
  const after = edit(before);
  if (after === before) return before;
  unkept = after;
  if (write(NAME, after)) unkept = null;
  else say('Das lässt sich hier nicht speichern: Der Speicher ist voll oder gesperrt. Bis du die Seite verlässt, gilt es.');
  return after;
}

/** Call `listener(state)` whenever the lists change, here or in another tab. */
export function onCollections(listener) {
  onChange(NAME, () => listener(collections()));
}

/** Whether a rule is a favourite. */
export const isFavourite = (id) => contains(collections(), FAVOURITES, pageId(id));

/** Make a rule a favourite, or none where it was one (an id with a section stands for its page); returns whether it is one now. */
export function toggle(id, title = '') {
  const page = pageId(id);
  return isId(page) && contains(change((state) => toggled(state, FAVOURITES, { id: page, title })), FAVOURITES, page);
}

/** The same, and say so. */
export const keep = (id, title) => say(toggle(id, title) ? 'Gemerkt.' : 'Nicht mehr gemerkt.');

/** The id of an id's page: without its section. */
export const pageId = (id) => String(id).split('#')[0];

/** A fresh id for a list, different on every device. */
export const newListId = () => `l${Math.random().toString(36).slice(2, 12)}`;

/** Follow rules that were renamed since the lists were last looked at; once for every state of the site. */
export async function followMoves() {
  const state = collections();
  if (!size(state) || (version && state.healed === version)) return;
  const moved = new Map((await moves()).filter((row) => row.moved_to).map((row) => [row.old, row.moved_to]));
  change((now) => {
    const fresh = healed(now, moved);
    return version ? { ...fresh, healed: version } : fresh;
  });
}

/** The rows of moved.json: [{old, moved_to, why}]. */
export const moves = async () => (await load('api/v1/moved.json')).moved;

/** Other scripts ask with an event: `new CustomEvent('nachschlag:merken', {detail: {id, title}, bubbles: true})`. */
export function start() {
  document.addEventListener('nachschlag:merken', ({ detail }) => keep(detail.id, detail.title));
  followMoves().catch(() => {}); // without the file nothing is lost: the next visit tries again
}
