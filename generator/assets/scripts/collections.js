/* A player's collections on this device (for their model see collections-model.js): read, change and store them, and follow
   renamed rules. All scripts that show or change collections use this module. */

import { FAVOURITES, contains, create, healed, listOf, parsed, readable, salvaged, size, toggle } from './collections-model.js';
import { load, version } from './data.js';
import { say } from './notice.js';
import { address } from './site.js';
import { onChange, read, write } from './store.js';

const NAME = 'collections';

/** A state that could not be stored, which lasts as long as the page. */
let unkept = null;

/** The current lists. */
export const collections = () => unkept ?? readable(read(NAME, null, (text) => parsed(text, salvaged)));

/** Change the lists: `edit` takes the state and returns the new one, as this does. Tells the player if it cannot be stored. */
export function change(edit) {
  const before = collections();
  const after = edit(before);
  if (after === before) return before;
  unkept = after;
  if (write(NAME, after)) unkept = null;
  else say('Das lässt sich hier nicht speichern: Der Speicher ist voll oder gesperrt. Bis du die Seite verlässt, gilt es.');
  return after;
}

/** Add a list of rules; returns its id, different on every device. */
export function createList(title, items = [], own = undefined) {
  const id = `l${Math.random().toString(36).slice(2, 12)}`;
  change((state) => create(state, id, title, items, own));
  return id;
}

/** Call `listener(state)` whenever the lists change, here or in another tab. */
export const onCollections = (listener) => onChange(NAME, () => listener(collections()));

/** Whether a rule is a favourite. */
export const isFavourite = (id) => contains(collections(), FAVOURITES, pageId(id));

/** Toggle a rule as a favourite (an id with a section counts as its page), and say so. */
export function keep(id, title = '') {
  const page = pageId(id);
  const isKept = contains(change((state) => toggle(state, FAVOURITES, { id: page, title })), FAVOURITES, page);
  if (!unkept) say(isKept ? 'Gemerkt.' : 'Nicht mehr gemerkt.'); // else `change` has said more
  // The browser is asked not to clear what the player keeps; Firefox alone asks the player.
  if (isKept) navigator.storage?.persist?.().catch(() => {});
}

/** The id of an id's page: without its section. */
export const pageId = (id) => String(id).split('#')[0];

/** Follow rules renamed since the lists were last checked; once per version of the site. */
async function followMoves() {
  const state = collections();
  if (!size(state)) return;
  const now = await version();
  if (now && state.healed === now) return;
  const moved = new Map((await moves()).filter((row) => row.moved_to).map((row) => [row.old, placeOf(row)]));
  change((lists) => ({ ...healed(lists, moved), ...(now && { healed: now }) }));
}

const placeOf = ({ moved_to: id, section }) => (section ? `${id}#${section}` : id);

/** The rows of moved.json: [{old, moved_to, section, why}]. */
export const moves = async () => (await load('api/v1/moved.json')).moved;

/** Tell the number of favourites in the dock. */
function count() {
  const number = listOf(collections(), FAVOURITES).items.length;
  for (const place of document.querySelectorAll('[data-anzahl]')) place.textContent = number || '';
}

/** Make a list of rules, and go there if the device keeps it. */
function collect({ title, items }) {
  const id = createList(title, items);
  if (!unkept) window.location.assign(`${address('spickzettel')}#liste=${id}`);
}

/** Other scripts send an event: `new CustomEvent('nachschlag:merken', {detail: {id, title}, bubbles: true})`, 'nachschlag:spickzettel' with
    {title, items}. */
export function start() {
  document.addEventListener('nachschlag:spickzettel', ({ detail }) => collect(detail));
  document.addEventListener('nachschlag:merken', ({ detail }) => keep(detail.id, detail.title));
  count();
  onCollections(count);
  followMoves().catch(() => {}); // nothing is lost without the file: the next visit tries again
}
