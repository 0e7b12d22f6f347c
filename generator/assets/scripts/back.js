/* Make the open drawer a state of the browser's history, so that going back closes it. Closing it in any way removes the state.
   */

import { isPlain } from './site.js';

const STATE = 'nachschlagMenue';
const isOurs = () => Boolean(window.history.state?.[STATE]);

/**
 * @param {HTMLInputElement} box checked while the drawer is open
 * @param {HTMLElement} drawer its links replace the state in the history
 * @param {() => void} close closes it
 */
export function closeByBack(box, drawer, close) {
  let isLeaving = false; // the history is going back to before the drawer
  let isGoing = false; // a link is leading to another page

  const enter = () => window.history.pushState({ ...window.history.state, [STATE]: true }, '');
  const leave = () => {
    if (isLeaving || !isOurs()) return;
    isLeaving = true;
    window.history.back();
  };

  box.addEventListener('change', () => {
    if (isGoing) return;
    if (!box.checked) leave();
    else if (!isLeaving) enter();
  });

  window.addEventListener('popstate', () => {
    const wasLeaving = isLeaving;
    isLeaving = false;
    if (isOurs()) { // going forward opens nothing
      if (!box.checked) leave();
    } else if (wasLeaving && box.checked) enter(); // reopened meanwhile
    else close();
  });

  drawer.addEventListener('click', (event) => {
    const link = event.target.closest('a[href]');
    if (!link || link.target || !box.checked || event.defaultPrevented || !isPlain(event)) return;
    event.preventDefault();
    if (link.href === window.location.href) {
      close();
      return;
    }
    isGoing = true; // the browser may show the page again as it was left
    box.click();
    isGoing = false;
    window.location.replace(link.href);
  });

  if (isOurs()) window.history.replaceState({ ...window.history.state, [STATE]: undefined }, ''); // reloaded
}
