/* The choice of the system to search first: "Alle" and every system. */

import { element } from '../../generator/assets/scripts/site.js';
import { chooseSystem, chosenSystem, onSystem } from './system.js';

let made = 0;

/** A group of radio buttons for the systems of a search, [{id, name, short}]; it follows a choice made elsewhere. */
export function systemSwitch(systems) {
  made += 1;
  const group = element('fieldset', { class: 'n-suche__spiele', change: ({ target }) => chooseSystem(target.value) }, element('legend', { class: 'n-versteckt' }, 'Zuerst in diesem Spiel suchen'));
  for (const system of [{ id: '', name: 'Alle Spiele', short: 'Alle' }, ...systems]) group.append(choice(system, `n-suche-spiel-${made}`));
  const show = () => {
    const wanted = systems.some(({ id }) => id === chosenSystem()) ? chosenSystem() : '';
    for (const input of group.querySelectorAll('input')) input.checked = input.value === wanted;
    group.scrollLeft = group.querySelector('input:checked').parentElement.offsetLeft - group.clientWidth / 2;
  };
  onSystem(show);
  show();
  return group;
}

function choice({ id, name, short }, group) {
  // Outside any form: the choice is not part of a search page's address.
  const input = element('input', { type: 'radio', name: group, value: id, form: '', 'aria-label': name });
  return element('label', { class: id ? `n-suche__spiel n-spiel-${id}` : 'n-suche__spiel' }, input, element('span', { 'aria-hidden': 'true' }, short));
}
