/* The theme's script takes every alternate of a page for the site in another language, and asks for a sitemap beside it. Ours are feeds
   and data. Whoever looks for those reads the page as it was sent. */

export function start() {
  for (const link of document.querySelectorAll('link[rel="alternate"]')) link.rel = 'alternate data';
}
