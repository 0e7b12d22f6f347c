/* A button that unfolds further buttons. Esc, a tap elsewhere, or leaving by keyboard folds them again. */

import { button } from './buttons.js';
import { element } from './site.js';

let count = 0;

/** Whether a panel has room below its button; the search occupies the bottom of a phone's screen. */
function fitsBelow(opener, panel) {
  const { top, bottom } = opener.getBoundingClientRect();
  const needed = panel.offsetHeight + 90;
  return bottom + needed < window.innerHeight || top < needed;
}

/** A menu of buttons and links below a button "Mehr". */
export function menu(...contents) {
  count += 1;
  const panel = element('div', { id: `n-menue-${count}`, class: 'n-menue__liste', hidden: '' }, ...contents);
  const opener = button('more', 'Mehr', () => fold(!panel.hidden), { 'aria-expanded': 'false', 'aria-controls': panel.id });
  const fold = (isIn) => {
    panel.hidden = isIn;
    opener.setAttribute('aria-expanded', String(!isIn));
    if (!isIn) panel.classList.toggle('n-menue__liste--auf', !fitsBelow(opener, panel));
  };
  const leave = () => {
    opener.focus();
    fold(true);
  };
  const keydown = (event) => {
    if (event.key !== 'Escape' || panel.hidden) return;
    event.stopPropagation();
    leave();
  };
  const focusout = ({ relatedTarget }) => relatedTarget && !box.contains(relatedTarget) && fold(true);
  const box = element('div', { class: 'n-menue', keydown, focusout }, opener, panel);
  // The action may open a dialog, which later returns the focus: its element must not be hidden by then.
  panel.addEventListener('click', leave, { capture: true });
  document.addEventListener('click', ({ target }) => !box.contains(target) && fold(true));
  return box;
}
