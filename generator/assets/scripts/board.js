/* A phase's page as a board to leave open: whose turn it is, kept for the tab. The styles hide what is for the other turn alone. */

import { readTab, writeTab } from './store.js';

const NAME = 'turn';

export function start() {
  const board = document.querySelector('.n-brett');
  if (!board) return;
  const kept = [...board.querySelectorAll('input')].find(({ value }) => value === readTab(NAME));
  if (kept) kept.checked = true;
  board.addEventListener('change', ({ target }) => writeTab(NAME, target.value));
}
