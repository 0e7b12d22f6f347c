/* The chosen system, which is searched first: on a system's pages that system, elsewhere the one chosen or visited last. */

import { currentSystem } from '../../generator/assets/scripts/site.js';
import { onChange, read, write } from '../../generator/assets/scripts/store.js';

const KEY = 'game';
let here = currentSystem() || null;

/** The id of the chosen system, "" for all. */
export const chosenSystem = () => here ?? String(read(KEY, '') ?? '');

/** The chosen system, if a search has it. */
export const systemIn = ({ games }) => (games.some(({ id }) => id === chosenSystem()) ? chosenSystem() : '');

/** Choose a system, or "" for all; on a system's page the choice lasts until the page is left. */
export function chooseSystem(id) {
  if (here !== null) here = id;
  write(KEY, id);
}

/** Call `listener()` whenever another system is chosen, here or in another tab. */
export const onSystem = (listener) => onChange(KEY, () => listener());

/** Visiting a system's page chooses that system. */
export function rememberSystem() {
  if (here) write(KEY, here);
}
