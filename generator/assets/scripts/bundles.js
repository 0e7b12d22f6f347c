/* Records for pages: the entry or term of an id, from its system's bundle. */

import { Bundle } from './bundle.js';
import { once } from './once.js';
import { load } from './site.js';

const made = new Map();

/** A system's bundle, loaded once. Rejects where it cannot be had. */
export const bundle = (system) => once(made, system, () => load(`api/v1/systems/${system}.json`).then((json) => new Bundle(json)));

/** {record, bundle} of an id, or null where its system has no such thing. Rejects where the bundle cannot be had. */
export async function lookUp(id) {
  const [system] = id.split('/');
  if (!system || system === 'begriffe') return null;
  const found = await bundle(system);
  const record = found.find(id);
  return record ? { record, bundle: found } : null;
}

/** The concept of an id ("begriffe/angriff"), or undefined. Rejects where it cannot be had. */
export const concept = async (id) => (await load('api/v1/concepts.json')).concepts.find((one) => `begriffe/${one.id}` === id);
