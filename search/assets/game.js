/* The chosen game: searched first. On a game's pages it is that game, elsewhere the one that was chosen or visited last. */

import { currentGame } from '../../generator/assets/scripts/site.js';
import { onChange, read, write } from '../../generator/assets/scripts/store.js';

const KEY = 'game';
let here = currentGame() || null;

/** The id of the chosen game, "" for all of them. */
export const chosenGame = () => here ?? String(read(KEY, '') ?? '');

/** Choose a game, or "" for all; on a game's page this holds until the page is left. */
export function chooseGame(id) {
  if (here !== null) here = id;
  write(KEY, id);
}

/** Call `listener()` whenever another game is chosen, here or in another tab. */
export const onGame = (listener) => onChange(KEY, () => listener());

/** Whoever visits a game's page has chosen that game. */
export function rememberGame() {
  if (here) write(KEY, here);
}
