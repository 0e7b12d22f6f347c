/* The theme's script takes every alternate of a page for the site in another language, and requests a sitemap beside it. Ours are
   feeds and data, whose readers use the page as sent; so this script renames their relation. */

export function start() {
  for (const link of document.querySelectorAll('link[rel="alternate"]')) link.rel = 'alternate data';
}
