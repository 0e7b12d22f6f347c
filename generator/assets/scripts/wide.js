/* Make code and plain tables wider than the page scrollable by keyboard. Those that fit are no stop for the keyboard. */

function mark(box) {
  if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
  else box.removeAttribute('tabindex');
}

export function start() {
  const boxes = document.querySelectorAll('.md-typeset :is(pre > code, table:not([class]))');
  if (!boxes.length || !window.ResizeObserver) return;
  const watch = new ResizeObserver((changes) => changes.forEach(({ target }) => mark(target)));
  for (const box of boxes) watch.observe(box);
}
