/* Addresses for sharing: of the published site, even in pages opened from a folder. */

import { isFolder, root } from './site.js';

/** The address of a path below the root, for instance of an id: publicAddress("t9a/angst/"). */
export function publicAddress(path) {
  const published = isFolder ? publishedRoot() : '';
  return new URL(path, published || root).href;
}

/** The address of an id's page, with its section if it names one: publicPage("conquest/spalten#beispiele"). */
export function publicPage(id) {
  const [page, section] = id.split('#');
  return publicAddress(section ? `${page}/#${section}` : `${page}/`);
}

/** The root of the site of which this folder is a copy, from this page's canonical address; "" without one. */
function publishedRoot() {
  const canonical = document.querySelector('link[rel="canonical"]')?.href ?? '';
  const here = window.location.pathname.slice(root.pathname.length).replace(/index\.html$/, '');
  return canonical.endsWith(`/${here}`) ? canonical.slice(0, canonical.length - here.length) : '';
}
