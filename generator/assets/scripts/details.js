/* What is folded up opens by itself where somebody is sent into it, and on paper. */

const folded = (inside) => inside.querySelectorAll('details:not([open])');

/** Open what hides the element that the address names. */
function openTarget() {
  const target = document.getElementById(decodeURIComponent(window.location.hash.slice(1)));
  let isHidden = false;
  for (let box = target?.closest('details:not([open])'); box; box = box.parentElement.closest('details:not([open])')) {
    box.open = true;
    isHidden = true;
  }
  if (isHidden) target.scrollIntoView();
}

export function start() {
  let opened = [];
  window.addEventListener('beforeprint', () => {
    opened = [...folded(document)];
    for (const box of opened) box.open = true;
  });
  window.addEventListener('afterprint', () => {
    for (const box of opened.splice(0)) box.open = false;
  });
  window.addEventListener('hashchange', openTarget);
  openTarget();
}
