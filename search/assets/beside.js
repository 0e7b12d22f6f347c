/* On a wide screen the search page shows the rule of the chosen hit beside the hits. Arrow keys go from hit to hit; titles stay links. */

import { element } from '../../generator/assets/scripts/site.js';
import { showRule } from './hits.js';

const WIDE = window.matchMedia('(min-width: 64em)');
const HIT = 'a.n-treffer__titel';
const STEPS = { ArrowDown: 1, ArrowUp: -1 };

/** A list of hits with the rule of the focused hit beside it, at first that of the first. The passages in `pieces` come later. */
export function beside(list, pieces) {
  const place = element('aside', { class: 'n-suche__neben md-typeset', 'aria-label': 'Regel zum Treffer' });
  let shown = null;
  const show = (link) => {
    if (!link || !WIDE.matches || link === shown) return;
    shown?.removeAttribute('aria-current');
    shown = link;
    link.setAttribute('aria-current', 'true');
    place.replaceChildren();
    const open = () => link === shown && showRule(link, place);
    if (link.dataset.blatt !== undefined) Promise.allSettled(pieces).then(open);
  };
  list.addEventListener('focusin', ({ target }) => show(target.closest(HIT)));
  list.addEventListener('click', ({ target }) => target.closest('a') || target.closest('li')?.querySelector(HIT)?.focus({ preventScroll: true }));
  list.addEventListener('keydown', (event) => {
    const links = [...list.querySelectorAll(HIT)];
    const next = links[links.indexOf(event.target) + (STEPS[event.key] ?? NaN)];
    if (!next || !WIDE.matches) return;
    event.preventDefault();
    next.focus({ preventScroll: true });
    next.closest('li').scrollIntoView({ block: 'nearest' });
  });
  show(list.querySelector(HIT));
  return element('div', { class: 'n-suche__paar' }, list, place);
}
