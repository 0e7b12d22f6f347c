/* Order a list by dragging a grip, with finger, pen or mouse. The neighbours give way; the dragged row stays in the page, because
   the browser would otherwise end the drag. */

/** Let `grip` drag its `row` among its siblings; calls `done(place)` with the new place, from 0. */
export function draggable(grip, row, done) {
  row.classList.add('n-ziehbar');
  grip.addEventListener('pointerdown', (event) => {
    if (event.button) return;
    event.preventDefault();
    grip.setPointerCapture(event.pointerId);
    row.classList.add('n-zieht');
  });
  grip.addEventListener('pointermove', ({ clientY }) => row.classList.contains('n-zieht') && giveWay(row, clientY));
  for (const end of ['pointerup', 'pointercancel']) {
    grip.addEventListener(end, () => {
      if (!row.classList.contains('n-zieht')) return;
      row.classList.remove('n-zieht');
      done([...row.parentNode.children].filter((one) => one.matches('.n-ziehbar')).indexOf(row));
    });
  }
}

function giveWay(row, y) {
  const { previousElementSibling: above, nextElementSibling: below } = row;
  if (above && y < middle(above)) row.after(above);
  else if (below && y > middle(below)) row.before(below);
}

const middle = (row) => {
  const { top, height } = row.getBoundingClientRect();
  return top + height / 2;
};
