/* The search of this site, loaded once: names first, which answer most queries, then the texts of a system or of all. */

import { load } from '../../generator/assets/scripts/data.js';
import { once } from '../../generator/assets/scripts/once.js';
import { isFolder } from '../../generator/assets/scripts/site.js';
import { inSlices, painted } from '../../generator/assets/scripts/slices.js';
import { Search, fileOf, gathered } from './core/search.js';
import { Names, namesIn } from './core/names.js';

const kept = new Map();

const json = (name) => load(`assets/suche/${name}`);

/** Systems, names and numbers: a sixth of the bytes. */
export const names = () => once(kept, 'names', async () => {
  const search = new Names(namesIn(await json('names.json')));
  // for the whole search: names themselves are found without
  painted().then(() => inSlices(search.warming())).catch((problem) => console.error(problem));
  return search;
});

/** Add the short rules of systems to the names; hits of a system whose file is unavailable have none. */
export const readShorts = (search, systems) => Promise.allSettled([...systems].map(async (id) => search.addShorts(id, await json(fileOf('short', id)))));

/** Whether the device has the files of all systems, so that they cost no transfer. */
const isStored = () => isFolder || Boolean(navigator.serviceWorker?.controller);

/** The search in the texts of a system, which finds others by their names, or ('') of all. `warm` is a promise of all prepared
 * names, without which the first query takes long. */
export function whole(system = '') {
  const wanted = isStored() || kept.has('whole ') ? '' : system;
  return once(kept, `whole ${wanted}`, async () => {
    const [{ nameKeys }, index] = await Promise.all([names(), gathered(json, wanted)]);
    const search = Object.assign(new Search(index), { nameKeys });
    await inSlices(search.opening(index));
    search.warm = inSlices(search.warming());
    return search;
  });
}

const places = new WeakMap();

/** The position of an id's document in a search (its `at`), or undefined. */
export function placeOf(search, id) {
  if (!places.has(search)) places.set(search, new Map(Array.from({ length: search.size }, (_, at) => [search.document(at).id, at])));
  return places.get(search).get(id);
}

/** Call `show(search, isLast)` with each stage once it is loaded, until it returns that this is enough: names, the texts of the
 * system `systemOf(names)`, those of all. Requests a later stage only after `show` has finished. Rejects if nothing can be loaded. */
export async function inSteps(systemOf, show) {
  const first = await names();
  const wanted = systemOf(first);
  let search = await Promise.race([kept.get('whole ') ?? kept.get(`whole ${wanted}`), first].filter(Boolean));
  let isLast = search.only === '';
  while (!await show(search, isLast) && !isLast) {
    const more = await whole(search === first ? wanted : '').catch(() => null);
    search = more ?? search;
    isLast = !more || more.only === '';
  }
}
