/* Storage on the device: small values by name. Without it (private windows, a full disk) everything works, but nothing is
   remembered.

   Names in use: "game" (the system chosen last), "recent" (ids looked up last, newest first), "missed" (see missed.js of the search),
   "collections" (see collections.js), "armies" (see roster/armies.js), "collections-brief" (whether collections show only short rules),
   "offline" (see offline.js), "install" (see install.js), "scheme" (see scheme.js, and the page's first script, which reads it too). Per
   tab: "pins" (see pins.js, and the same first script), "turn" and "army" (see board.js), "visit" (see install.js), "asked" (see
   missed.js). */

import { root } from './site.js';

const PREFIX = `nachschlag:${root.pathname}:`;
const CHANGED = 'nachschlag:changed';

/** The result of `work` on a storage ("localStorage", "sessionStorage"), or `otherwise` if the browser denies access. */
function tried(storage, work, otherwise) {
  try {
    return work(window[storage]);
  } catch {
    return otherwise;
  }
}

/** The value stored under a name, or `otherwise` if there is none or it is unreadable. `parse` turns the text into the value. */
export const read = (name, otherwise, parse = JSON.parse, storage = 'localStorage') => tried(storage, (kept) => {
  const text = kept.getItem(PREFIX + name);
  return text === null ? otherwise : parse(text);
}, otherwise);

/** Store a value; returns whether that worked. Notifies listeners in this page and in other tabs. */
export function write(name, value) {
  const isKept = tried('localStorage', (kept) => kept.setItem(PREFIX + name, JSON.stringify(value)) ?? true, false);
  window.dispatchEvent(new CustomEvent(CHANGED, { detail: { name, value } }));
  return isKept;
}

/** Call `listener(value)` whenever the value of a name changes, here (even by another of our scripts) or in another tab. */
export function onChange(name, listener) {
  window.addEventListener(CHANGED, ({ detail }) => detail.name === name && listener(detail.value));
  window.addEventListener('storage', (event) => event.key === PREFIX + name && listener(read(name, null)));
}

/** The value that this tab stores under a name, or null. */
export const readTab = (name) => read(name, null, JSON.parse, 'sessionStorage');

/** Store a value for the lifetime of the tab; null removes it. */
export const writeTab = (name, value) => tried('sessionStorage', (kept) => { // without storage it lasts as long as the page
  if (value === null) kept.removeItem(PREFIX + name);
  else kept.setItem(PREFIX + name, JSON.stringify(value));
});
