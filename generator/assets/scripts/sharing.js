/* Share the address of a page by the device's own means, or else copy it. */

import { button } from './buttons.js';
import { isFolder, root } from './site.js';

/** The published address of an id's page, with its section if it names one, even in pages opened from a folder. */
export function publicAddress(id) {
  const [page, section] = id.split('#');
  return new URL(section ? `${page}/#${section}` : `${page}/`, (isFolder && publishedRoot()) || root).href;
}

/** The root of the site of which this folder is a copy, from this page's canonical address; "" without one. */
function publishedRoot() {
  const canonical = document.querySelector('link[rel="canonical"]')?.href ?? '';
  const here = window.location.pathname.slice(root.pathname.length).replace(/index\.html$/, '');
  return canonical.endsWith(`/${here}`) ? canonical.slice(0, canonical.length - here.length) : '';
}

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
