/* Recent look-ups and favourites: ids stored on this device. */

import { currentId } from '../../generator/assets/scripts/site.js';
import { onChange, read, write } from '../../generator/assets/scripts/store.js';
import { opened } from './missed.js';

const KEY = 'recent';
const MOST = 30;
const FAVOURITES = 'favoriten';

const strings = (values) => (Array.isArray(values) ? values.filter((value) => typeof value === 'string') : []);

/** Ids of recent look-ups, newest first. */
export const recents = () => strings(read(KEY, []));

/** Move an id to the front; a section counts as its entry. */
export function remember(id) {
  const [page] = id.split('#');
  opened(page);
  write(KEY, [page, ...recents().filter((other) => other !== page)].slice(0, MOST));
}

/** Forget all of them. */
export const forgetRecents = () => write(KEY, []);

/** Call `listener()` whenever they change, here or in another tab. */
export const onRecents = (listener) => onChange(KEY, () => listener());

/** Record the entry or term of the open page as looked up. */
export function rememberVisit() {
  if (currentId()) remember(currentId());
}

/** Ids of the favourites (see collections.js), in their order. */
export function favourites() {
  const lists = read('collections', null)?.lists;
  const list = Array.isArray(lists) && lists.find((one) => one?.id === FAVOURITES);
  return strings(Array.isArray(list?.items) ? list.items.map((item) => item?.id) : []);
}
