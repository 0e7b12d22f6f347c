/* The choice of the system to search first: "Alle" and every system. */

import { element } from '../../generator/assets/scripts/site.js';
import { chooseGame, chosenGame, onGame } from './system.js';

let made = 0;

/** A group of radio buttons for the systems of a search, [{id, name, short}]; it follows a choice made elsewhere. */
export function gameSwitch(games) {
  made += 1;
  const group = element('fieldset', { class: 'n-suche__spiele', change: ({ target }) => chooseGame(target.value) }, element('legend', { class: 'n-versteckt' }, 'Zuerst in diesem Spiel suchen'));
  for (const game of [{ id: '', name: 'Alle Spiele', short: 'Alle' }, ...games]) group.append(choice(game, `n-suche-spiel-${made}`));
  const show = () => {
    const wanted = games.some(({ id }) => id === chosenGame()) ? chosenGame() : '';
    for (const input of group.querySelectorAll('input')) input.checked = input.value === wanted;
    group.scrollLeft = group.querySelector('input:checked').parentElement.offsetLeft - group.clientWidth / 2;
  };
  onGame(show);
  show();
  return group;
}

function choice({ id, name, short }, group) {
  // Outside any form: the choice is not part of a search page's address.
  const input = element('input', { type: 'radio', name: group, value: id, form: '', 'aria-label': name });
  return element('label', { class: id ? `n-suche__spiel n-spiel-${id}` : 'n-suche__spiel' }, input, element('span', { 'aria-hidden': 'true' }, short));
}
