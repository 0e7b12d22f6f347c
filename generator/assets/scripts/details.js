/* Open folded content that an address points into. Printing keeps the reader's state. */

/** Open whatever hides the element in the address. */
function openTarget() {
  const target = document.getElementById(window.location.hash.slice(1));
  let isHidden = false;
  for (let box = target?.closest('details:not([open])'); box; box = box.parentElement.closest('details:not([open])')) {
    box.open = true;
    isHidden = true;
  }
  if (isHidden) target.scrollIntoView();
}

export function start() {
  window.addEventListener('hashchange', openTarget);
  openTarget();
}
