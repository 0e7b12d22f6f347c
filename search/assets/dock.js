/* The dock apart from its field: keys that lead to the search, and the list of recent look-ups. */

import { address, element } from '../../generator/assets/scripts/site.js';
import { names } from './engine.js';
import { badge } from './hits.js';
import { onRecents, recents } from './recent.js';
import { RECENTS, recentHits } from './suggestions.js';

/** "/" and Ctrl+K focus the first visible search field; "/" not while the user is writing. */
export function listenForKeys(fields) {
  document.addEventListener('keydown', (event) => {
    const isWriting = event.target.closest?.('input, textarea, select, [contenteditable=""], [contenteditable="true"]');
    const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isWriting;
    const isControlK = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    const field = isSlash || isControlK ? fields.find(({ input }) => input.getClientRects().length && !input.closest('[inert]')) : null;
    if (!field || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    field.focus();
  });
}

async function showRecents(place) {
  if (!recents().length) {
    place.replaceChildren();
    return;
  }
  const search = await names();
  const items = recentHits(search, recents()).map(({ at }) => {
    const found = search.document(at);
    const link = element('a', { href: address(found.id) }, badge(found.system, found.game), ' ', element('span', { class: 'n-titel' }, found.title));
    return element('li', {}, link);
  });
  place.replaceChildren(element('h2', {}, RECENTS), element('ul', { class: 'n-liste n-zuletzt' }, ...items));
}

/** Fill the list now and after every further look-up. */
export function followRecents(place) {
  const show = () => showRecents(place).catch(() => {});
  onRecents(show);
  show();
}
