/* Link a page's texts, dress its links, and make its elements reachable by keyboard: existing and later ones. */

import { loadPages } from './load.js';
import { worded } from './parts.js';
import { finderOf, linkedId, rule, systemOf } from './rules.js';
import { option, page } from './site.js';

const tools = { page, finderOf, linkedId, option, rule, systemOf, worded };

/** Link an area that names its system, or a place in it; if the site is unavailable, the text stays unchanged. */
export async function link(area, place = area) {
  const system = area.dataset.regelAuto;
  if (!/^[a-z0-9-]+$/.test(system)) return;
  const [pages] = await Promise.all([loadPages(), finderOf(system)]);
  await pages(tools).link(area, place);
}

/** Do all of this in a part of the page. */
export async function refresh(root = document) {
  const all = (selector) => [...root.querySelectorAll(selector), ...(root.matches?.(selector) ? [root] : [])];
  for (const one of all('[data-regel]')) if (one.tabIndex < 0) one.tabIndex = 0;
  const work = all('[data-regel-auto]').map((one) => link(one));
  if (option('titel') || option('zeichen')) work.push(loadPages().then((pages) => pages(tools).dress(all('a[href]'))));
  await Promise.allSettled(work);
}

/** Refresh elements that are added to a part of the page, until the returned function is called. */
export function observe(root = document) {
  const observer = new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of addedNodes) if (node.querySelectorAll) refresh(node);
  });
  observer.observe(root, { subtree: true, childList: true });
  return () => observer.disconnect();
}
