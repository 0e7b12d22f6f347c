/* Small helps on every page. */

import { element } from './site.js';

const SOFT = /\u00ad/g;

/** The theme's script takes every alternate of a page for the site in another language, and requests a sitemap beside it. Ours are
    feeds and data, whose readers use the page as sent; so rename their relation. */
export function alternates() {
  for (const link of document.querySelectorAll('link[rel="alternate"]')) link.rel = 'alternate data';
}

/** Scroll the contents beside a page to the page's own line, as some browsers do by themselves (see 28-contents.css). */
export function aside() {
  const list = document.querySelector('.n-inhalt ul');
  const here = list?.querySelector('[aria-current="page"]');
  if (!here || list.scrollTop > 0) return;
  const distance = here.getBoundingClientRect().top - list.getBoundingClientRect().top;
  if (distance > list.clientHeight * 0.8) list.scrollTop = distance - list.clientHeight / 3;
}

/** Copy without the page's soft hyphens. */
export function copied() {
  document.addEventListener('copy', (event) => {
    const selection = window.getSelection();
    const text = String(selection);
    if (event.defaultPrevented || !text.match(SOFT)) return;
    const box = element('div', {}, selection.getRangeAt(0).cloneContents());
    event.clipboardData.setData('text/plain', text.replace(SOFT, ''));
    event.clipboardData.setData('text/html', box.innerHTML.replace(SOFT, ''));
    event.preventDefault();
  });
}

/** Open folded content that the address points into. */
export function details() {
  const open = () => {
    const target = document.getElementById(window.location.hash.slice(1));
    let isHidden = false;
    for (let box = target?.closest('details:not([open])'); box; box = box.parentElement.closest('details:not([open])')) {
      box.open = true;
      isHidden = true;
    }
    if (isHidden) target.scrollIntoView();
  };
  window.addEventListener('hashchange', open);
  open();
}

/** Mark the reader's place in the page's own contents, beside the text on a desktop. */
export function follow() {
  const linkTo = new Map(); // by heading
  for (const link of document.querySelectorAll('.md-sidebar--secondary .md-nav__link[href^="#"]')) {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (heading) linkTo.set(heading, link);
  }
  if (linkTo.size < 2) return;
  let isWaiting = false;
  const show = () => {
    isWaiting = false;
    const here = current([...linkTo.keys()]);
    for (const [heading, link] of linkTo) link.classList.toggle('md-nav__link--active', heading === here);
  };
  document.addEventListener('scroll', () => {
    if (!isWaiting) requestAnimationFrame(show);
    isWaiting = true;
  }, { passive: true });
}

/** The last heading in or above the upper third; at the page's end the very last one. */
function current(headings) {
  const { scrollHeight, clientHeight, scrollTop } = document.scrollingElement;
  if (scrollTop && scrollTop + clientHeight > scrollHeight - 2) return headings.at(-1);
  return headings.filter((heading) => heading.getBoundingClientRect().top < clientHeight / 3).at(-1);
}

/** Make code and plain tables wider than the page scrollable by keyboard. Those that fit are no stop for the keyboard. */
export function wide() {
  const mark = ({ target: box }) => (box.scrollWidth > box.clientWidth ? box.setAttribute('tabindex', '0') : box.removeAttribute('tabindex'));
  const watch = new ResizeObserver((changes) => changes.forEach(mark));
  for (const box of document.querySelectorAll('.md-typeset :is(pre > code, table:not([class]))')) watch.observe(box);
}
