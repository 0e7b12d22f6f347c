/* Mark the reader's place in the page's own contents, beside the text on a desktop. */

const links = () => [...document.querySelectorAll('.md-sidebar--secondary .md-nav__link[href^="#"]')];

/** The last heading in or above the upper third; at the page's end the very last one. */
function current(headings) {
  const { scrollHeight, clientHeight, scrollTop } = document.scrollingElement;
  if (scrollTop && scrollTop + clientHeight > scrollHeight - 2) return headings.at(-1);
  return headings.filter((heading) => heading.getBoundingClientRect().top < clientHeight / 3).at(-1);
}

export function start() {
  const marked = new Map();
  for (const link of links()) {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (heading) marked.set(heading, link);
  }
  if (marked.size < 2) return;
  let isWaiting = false;
  const show = () => {
    isWaiting = false;
    const here = current([...marked.keys()]);
    for (const [heading, link] of marked) link.classList.toggle('md-nav__link--active', heading === here);
  };
  document.addEventListener('scroll', () => {
    if (!isWaiting) requestAnimationFrame(show);
    isWaiting = true;
  }, { passive: true });
}
