/* The favourites on the home page. */

import { lookUp } from './bundles.js';
import { FAVOURITES, listOf, size } from './collections-model.js';
import { collections, onCollections } from './collections.js';
import { address, element } from './site.js';

const SHOWN = 8;

/** Fills `<div data-merkliste>`; leaves its content alone if there are no favourites. */
export function start() {
  const place = document.querySelector('[data-merkliste]');
  if (!place) return;
  const otherwise = [...place.childNodes];
  const show = () => place.replaceChildren(...(size(collections()) ? contents(collections()) : otherwise));
  onCollections(show);
  show();
}

function contents(state) {
  const { items } = listOf(state, FAVOURITES);
  const all = element('a', { href: address('spickzettel') }, items.length > SHOWN ? `Alle ${items.length} und deine Spickzettel` : 'Deine Spickzettel');
  const list = element('ul', { class: 'n-liste' }, ...items.slice(0, SHOWN).map(line));
  return [element('h2', {}, 'Gemerkt'), ...(items.length ? [list] : []), element('p', { class: 'n-mehr' }, all)];
}

function line({ id, title }) {
  const name = element('span', { class: 'n-titel' }, title || id);
  const system = document.querySelector(`.n-spiel-${id.split('/')[0]} .n-titel`)?.textContent;
  if (!title) lookUp(id).then((found) => found && name.replaceChildren(found.record.title), () => {});
  return element('li', {}, element('a', { href: address(id) }, name, system && ' ', system && element('span', { class: 'n-notiz' }, system)));
}
