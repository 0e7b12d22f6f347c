/* A phase's page as a board to leave open: whose turn it is, kept for the tab. The styles hide what is for the other turn alone. */

import { readTab, writeTab } from './store.js';

const NAME = 'turn';

export function start() {
  const board = document.querySelector('.n-brett');
  if (!board) return;
  const choose = (turn) => { for (const one of board.querySelectorAll('input')) one.checked ||= one.value === turn; };
  /** A link to what is hidden shows everything. */
  const follow = () => {
    const asked = document.getElementById(window.location.hash.slice(1));
    if (!asked || asked.getClientRects().length) return;
    choose('alle');
    asked.scrollIntoView();
  };
  choose(readTab(NAME));
  follow();
  window.addEventListener('hashchange', follow);
  board.addEventListener('change', ({ target }) => writeTab(NAME, target.value));
}
