/* Passing an address on: by the device's own means where it has them, else by copying it. */

import { button } from './menu.js';

/** The button for that, and what a menu has besides. `told()` is {title, url}; null where there is nothing, of which `copyLink` tells. */
export function sharing(told, copyLink) {
  if (!navigator.share) return [button('link', 'Link', copyLink, { 'aria-label': 'Link kopieren' })];
  const share = async () => {
    const what = told();
    if (!what) return copyLink();
    try {
      return await navigator.share(what);
    } catch (problem) {
      return problem.name === 'AbortError' ? undefined : copyLink(); // aborted: the player changed their mind
    }
  };
  return [button('share', 'Teilen', share), button('', 'Link kopieren', copyLink)];
}
