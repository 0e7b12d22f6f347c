/* Which links of a page are references to a rule, a term or a concept, and to which. */

import { currentId, root } from './site.js';

/** References in texts; on pages about one rule or concept also those of its lists. Other lists are for going on to another page. */
const references = () => `a.verweis[data-id], .n-vergleich .n-liste a${currentId() ? ', .n-abschnitt a' : ''}`;

/** A page of the book is a list of what stands on it, to go on by. */
const isBookPage = (id) => id.split('/')[1] === 'seite';

/**
 * The reference that a node stands in as {link, id, title}; null where there is none, or where it leads to the page itself.
 * The id carries its section: "conquest/spalten#beispiele".
 */
export function referenceAt(node) {
  const link = node instanceof Element ? node.closest(references()) : null;
  const id = link && idOf(link);
  if (!id || isBookPage(id) || (id.split('#')[0] === currentId() && !link.closest('.n-einblick'))) return null;
  return { link, id, title: (link.querySelector('.n-titel') || link).textContent.trim() };
}

/** Whether a page has any. */
export const hasReferences = () => document.querySelector(references()) !== null;

/** The id that a link leads to, from its `data-id` or its address; "" where it cannot be one. */
export function idOf(link) {
  const { href, hash } = new URL(link.href);
  const page = href.split(/[?#]/)[0];
  const below = page.startsWith(root.href) ? page.slice(root.href.length).replace(/(index\.html)?$/, '').replace(/\/$/, '') : '';
  const id = link.dataset.id || (below.includes('/') ? below : '');
  return id && !id.includes('#') ? id + hash : id;
}
