/* The chosen system: searched first. On a system's pages it is that system, elsewhere the one that was chosen or visited last. */

import { currentSystem } from '../../generator/assets/scripts/site.js';
import { onChange, read, write } from '../../generator/assets/scripts/store.js';

const KEY = 'game';
let here = currentSystem() || null;

/** The id of the chosen system, "" for all of them. */
export const chosenGame = () => here ?? String(read(KEY, '') ?? '');

/** Choose a system, or "" for all; on a system's page this holds until the page is left. */
export function chooseGame(id) {
  if (here !== null) here = id;
  write(KEY, id);
}

/** Call `listener()` whenever another system is chosen, here or in another tab. */
export const onGame = (listener) => onChange(KEY, () => listener());

/** Whoever visits a system's page has chosen that system. */
export function rememberGame() {
  if (here) write(KEY, here);
}
