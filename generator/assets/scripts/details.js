/* What is folded up opens by itself where somebody is sent into it. On paper it stays as the reader has it. */

/** Open what hides the element that the address names. */
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
