/* One row of a collection: the rule, and the controls for ordering it. */

import { button, icon } from './buttons.js';
import { BELOW_GROUPS } from './collections-groups.js';
import { ruleCard } from './collections-rule.js';
import { element } from './site.js';

/** {row, ready, place}: the row of an item; `place(at, count)` sets its place. `acts` are its actions: place() returns the item's current
    place, move(to), remove(). */
export function listRow(item, brief, acts) {
  const { card, ready } = ruleCard(item, brief, BELOW_GROUPS);
  const [up, down, out] = [
    button('up', '', () => acts.move(acts.place() - 1)), button('down', '', () => acts.move(acts.place() + 1)), button('remove', '', acts.remove),
  ];
  const name = (title) => {
    for (const [made, does] of [[up, 'nach oben'], [down, 'nach unten'], [out, 'entfernen']]) {
      made.lastChild.replaceWith(element('span', { class: 'n-versteckt' }, `„${title}“ ${does}`));
    }
  };
  name(item.title || item.id);
  ready.then((found) => found && name(found.title));
  const grip = element('span', { class: 'n-griff', 'aria-hidden': 'true' }, icon('grip'));
  const row = element('li', {}, element('div', { class: 'n-ordnen n-nur-schirm' }, grip, up, down, out), card);
  draggable(grip, row, acts.move);
  const place = (at, count) => {
    up.setAttribute('aria-disabled', String(at === 0));
    down.setAttribute('aria-disabled', String(at === count - 1));
  };
  return { row, ready, place };
}

/** The placeholder of a removed rule, until the next change. */
export const removedRow = (item, putBack) =>
  element('li', { class: 'n-entfernt n-nur-schirm' }, element('span', {}, `„${item.title || item.id}“ entfernt.`), button('', 'Rückgängig', putBack));

/** Let `grip` drag its `row` among its siblings, with finger, pen or mouse; calls `done(place)` with the new place, from 0. The
    neighbours give way; the row stays in the page, because the browser would otherwise end the drag. */
function draggable(grip, row, done) {
  const isDragged = () => row.classList.contains('n-zieht');
  row.classList.add('n-ziehbar');
  grip.addEventListener('pointerdown', (event) => {
    if (event.button) return;
    event.preventDefault();
    grip.setPointerCapture(event.pointerId);
    row.classList.add('n-zieht');
  });
  grip.addEventListener('pointermove', ({ clientY }) => isDragged() && giveWay(row, clientY));
  for (const end of ['pointerup', 'pointercancel']) {
    grip.addEventListener(end, () => {
      if (!isDragged()) return;
      row.classList.remove('n-zieht');
      done([...row.parentNode.children].filter((one) => one.matches('.n-ziehbar')).indexOf(row));
    });
  }
}

function giveWay(row, y) {
  const { previousElementSibling: above, nextElementSibling: below } = row;
  if (above && y < middle(above)) row.after(above);
  else if (below && y > middle(below)) row.before(below);
}

function middle(row) {
  const { top, height } = row.getBoundingClientRect();
  return top + height / 2;
}
