/* Records for pages: an id's entry or term, from its system's bundle. */

import { Bundle } from './bundle.js';
import { load } from './data.js';
import { once } from './once.js';

const made = new Map();

/** A system's bundle, loaded once. Rejects if it is unavailable. */
export const bundle = (system) => once(made, system, () => load(`api/v1/systems/${system}.json`).then((json) => new Bundle(json)));

/** {record, bundle} of an id, or null if its system does not have it. Rejects if the bundle is unavailable. */
export async function lookUp(id) {
  const [system] = id.split('/');
  if (!system || system === 'begriffe') return null;
  const found = await bundle(system);
  const record = found.find(id);
  return record ? { record, bundle: found } : null;
}

/** The concept of an id ("begriffe/angriff"), or undefined. Rejects if it is unavailable. */
export const concept = async (id) => (await load('api/v1/concepts.json')).concepts.find((one) => `begriffe/${one.id}` === id);
