/* Tell which links of a page refer to a rule, term or concept, and to which. */

import { currentId, root, withoutPassage } from './site.js';

/** References in texts; on pages about one rule or concept also those in its lists, and the rules of a phase's page, which stays open
    during a game. Other lists are for navigation. */
const references = () => `a.verweis[data-id], :is(.n-vergleich .n-liste, .n-liste--phase) a${currentId() ? ', .n-abschnitt a' : ''}`;

/** A page of the book lists its rules for navigation. */
const isBookPage = (id) => id.split('/')[1] === 'seite';

/** The reference around a node as {link, id, title}; null if there is none, or if it leads to the page itself. The id includes its section:
    "conquest/spalten#beispiele". */
export function referenceAt(node) {
  const link = node instanceof Element ? node.closest(references()) : null;
  const id = link && idOf(link);
  if (!id || isBookPage(id) || (id.split('#')[0] === currentId() && !link.closest('.n-einblick'))) return null;
  return { link, id, title: (link.querySelector('.n-titel') || link).textContent.replaceAll('\u00ad', '').trim() };
}

/** The hit of a search around a node, in the same way, with the passage that it shows. */
export function hitAt(node) {
  const link = node instanceof Element ? node.closest('a[data-blatt]') : null;
  if (!link) return null;
  const title = (link.querySelector('.n-treffer__titel') ?? link).textContent.trim();
  return { link, id: idOf(link), title, passage: link.dataset.stelle ?? '' };
}

/** Whether a page has any references. */
export const hasReferences = () => document.querySelector(references()) !== null;

/** The id of a link's target, from its `data-id` or its address; "" if it has none. */
export function idOf(link) {
  const { href, hash } = new URL(withoutPassage(link.href));
  const page = href.split(/[?#]/)[0];
  const below = page.startsWith(root.href) ? page.slice(root.href.length).replace(/(index\.html)?$/, '').replace(/\/$/, '') : '';
  const id = link.dataset.id || (below.includes('/') ? below : '');
  return id && !id.includes('#') ? id + hash : id;
}
