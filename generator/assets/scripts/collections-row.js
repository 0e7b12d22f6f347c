/* One row of a collection: the rule, and the controls for ordering it. */

import { button } from './buttons.js';
import { draggable } from './collections-drag.js';
import { BELOW_GROUPS } from './collections-groups.js';
import { ruleCard } from './collections-rule.js';
import { icon } from './icons.js';
import { element } from './site.js';

/**
 * {row, ready, place}: the row of an item; `place(at, count)` sets its place. `acts` are its actions: place() returns the item's
 * current place, move(to), remove().
 */
export function listRow(item, brief, acts) {
  const { card, ready } = ruleCard(item, brief, BELOW_GROUPS);
  const up = labelled('up', () => acts.move(acts.place() - 1));
  const down = labelled('down', () => acts.move(acts.place() + 1));
  const out = labelled('remove', acts.remove);
  const grip = element('span', { class: 'n-griff', 'aria-hidden': 'true' }, icon('grip'));
  const controls = element('div', { class: 'n-ordnen n-nur-schirm' }, grip, up, down, out);
  const name = (title) => {
    for (const [made, does] of [[up, 'nach oben'], [down, 'nach unten'], [out, 'entfernen']]) made.lastChild.textContent = `„${title}“ ${does}`;
  };
  name(item.title || item.id);
  ready.then((found) => found && name(found.title));
  const row = element('li', {}, controls, card);
  draggable(grip, row, acts.move);
  const place = (at, count) => {
    up.setAttribute('aria-disabled', String(at === 0));
    down.setAttribute('aria-disabled', String(at === count - 1));
  };
  return { row, ready, place };
}

/** The placeholder of a removed rule, until the next change. */
export function removedRow(item, putBack) {
  return element('li', { class: 'n-entfernt n-nur-schirm' }, element('span', {}, `„${item.title || item.id}“ entfernt.`), button('', 'Rückgängig', putBack));
}

function labelled(drawing, run) {
  const made = button(drawing, '', run);
  made.lastChild.className = 'n-versteckt';
  return made;
}
