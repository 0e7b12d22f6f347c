/* The contents beside a page begin where the page stands. Some browsers do that by themselves (see 28-contents.css). */

/** Scroll the contents so that the current page's line can be seen; the page itself does not move. */
export function start() {
  const aside = document.querySelector('.n-inhalt');
  const here = aside?.querySelector('[aria-current="page"]');
  if (!here || aside.scrollTop > 0) return;
  const distance = here.getBoundingClientRect().top - aside.getBoundingClientRect().top;
  if (distance > aside.clientHeight * 0.8) aside.scrollTop = distance - aside.clientHeight / 3;
}
