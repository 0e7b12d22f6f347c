/* Scroll the contents beside a page to the page's own line. Some browsers do that by themselves (see 28-contents.css). */

/** Scroll the contents so that the current page's line is visible; the page itself does not move. */
export function start() {
  const list = document.querySelector('.n-inhalt ul');
  const here = list?.querySelector('[aria-current="page"]');
  if (!here || list.scrollTop > 0) return;
  const distance = here.getBoundingClientRect().top - list.getBoundingClientRect().top;
  if (distance > list.clientHeight * 0.8) list.scrollTop = distance - list.clientHeight / 3;
}
