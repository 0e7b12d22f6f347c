/* Make an open panel a state of the browser's history, so that going back closes it. Closing it in any way removes the state. */

/** {enter, leave}, to call after opening and closing. `name` is the state's; `close()` closes, `isOpen()` tells whether it is open. */
export function closeByBack(name, isOpen, close) {
  let isLeaving = false; // the history is going back to before it was open
  const isOurs = () => Boolean(window.history.state?.[name]);
  const enter = () => isLeaving || window.history.pushState({ ...window.history.state, [name]: true }, '');
  const leave = () => {
    if (isLeaving || !isOurs()) return;
    isLeaving = true;
    window.history.back();
  };
  window.addEventListener('popstate', () => {
    const wasLeaving = isLeaving;
    isLeaving = false;
    if (isOurs() && !isOpen()) leave(); // going forward opens nothing
    else if (!isOurs() && isOpen() && wasLeaving) enter(); // reopened meanwhile
    else if (!isOurs() && isOpen()) close();
  });
  if (isOurs() && !window.history.state[name].asked) window.history.replaceState({ ...window.history.state, [name]: undefined }, ''); // reloaded
  return { enter, leave };
}
