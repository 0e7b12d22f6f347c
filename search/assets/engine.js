/* The search of this site, loaded once: names first, which answer most queries, then everything. */

import { load } from '../../generator/assets/scripts/data.js';
import { once } from '../../generator/assets/scripts/once.js';
import { inSlices } from '../../generator/assets/scripts/slices.js';
import { Search } from './core/search.js';
import { Names } from './core/names.js';

const kept = new Map();

const json = (name) => load(`assets/suche/${name}`);

const namesIndex = () => json('names.json');

/** Systems, names and numbers: a sixth of the bytes. */
export const names = () => once(kept, 'names', async () => {
  const search = new Names(await namesIndex());
  await inSlices(search.warming());
  return search;
});

/** The whole search. `warm` promises that it has all names ready, without which the first query takes long. */
export const whole = () => once(kept, 'whole', async () => {
  const first = await namesIndex(); // loaded alone, so that names arrive soonest
  const [{ nameKeys }, rest] = await Promise.all([names(), json('index.json')]);
  if (rest.of !== first.of) throw new Error('names.json and index.json are of two versions.'); // the site was swapped between the two
  const index = { ...first, ...rest };
  const search = Object.assign(new Search(index), { nameKeys });
  await inSlices(search.opening(index));
  search.warm = inSlices(search.warming());
  return search;
});

const places = new WeakMap();

/** The position of an id's document in a search (its `at`), or undefined. */
export function placeOf(search, id) {
  if (!places.has(search)) places.set(search, new Map(Array.from({ length: search.size }, (_, at) => [search.document(at).id, at])));
  return places.get(search).get(id);
}

/** Call `show(search, isLast)` with what is loaded, and again once everything is. Rejects where nothing can be loaded. */
export async function inSteps(show) {
  const first = await Promise.race([whole(), names()]);
  show(first, first instanceof Search);
  if (!(first instanceof Search)) show(await whole().catch(() => first), true);
}
