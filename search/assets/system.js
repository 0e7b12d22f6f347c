/* The chosen system, which is searched first: on a system's pages that system, elsewhere the one chosen or visited last. */

import { currentSystem } from '../../generator/assets/scripts/site.js';
import { onChange, read, write } from '../../generator/assets/scripts/store.js';

const KEY = 'game';
let here = currentSystem() || null;

/** The id of the chosen system, "" for all. */
export const chosenGame = () => here ?? String(read(KEY, '') ?? '');

/** The chosen system, if a search has it. */
export const gameIn = ({ games }) => (games.some(({ id }) => id === chosenGame()) ? chosenGame() : '');

/** Choose a system, or "" for all; on a system's page the choice lasts until the page is left. */
export function chooseGame(id) {
  if (here !== null) here = id;
  write(KEY, id);
}

/** Call `listener()` whenever another system is chosen, here or in another tab. */
export const onGame = (listener) => onChange(KEY, () => listener());

/** Visiting a system's page chooses that system. */
export function rememberGame() {
  if (here) write(KEY, here);
}
