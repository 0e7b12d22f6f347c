/* Share an address by the device's own means, or else copy it. */

import { button } from './buttons.js';

/** The button for sharing, and further items for a menu. `shared()` returns {title, url}, or null if there is nothing to share,
    which `copyLink` reports. */
export function sharing(shared, copyLink) {
  if (!navigator.share) return [button('link', 'Link', copyLink, { 'aria-label': 'Link kopieren' })];
  const share = async () => {
    const what = shared();
    if (!what) return copyLink();
    try {
      return await navigator.share(what);
    } catch (problem) {
      return problem.name === 'AbortError' ? undefined : copyLink(); // aborted: the player changed their mind
    }
  };
  return [button('share', 'Teilen', share), button('', 'Link kopieren', copyLink)];
}
