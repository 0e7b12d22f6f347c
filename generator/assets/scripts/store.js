/* What a device keeps: small values by name. Without storage (private windows, a full disk) everything works, only nothing is remembered.

   Names in use: "game" (the game chosen last), "recent" (ids looked up last, newest first), "collections" (see collections.js),
   "collections-brief" (whether cheat sheets show short rules only), "offline" (see offline.js), "scheme" (see scheme.js, and the
   page's first script, which reads it too). As long as a tab: "pins" (see pins.js, and the same first script). */

import { root } from './site.js';

const PREFIX = `nachschlag:${root.pathname}:`;
const CHANGED = 'nachschlag:changed';

/** What `work` does with a storage ("localStorage", "sessionStorage"), or `otherwise` where the browser does not let it. */
function tried(storage, work, otherwise) {
  try {
    return work(window[storage]);
  } catch {
    return otherwise;
  }
}

/** The value kept under a name, or `otherwise` where there is none or it cannot be read. `parse` turns the text into the value. */
export const read = (name, otherwise, parse = JSON.parse, storage = 'localStorage') => tried(storage, (kept) => {
  const text = kept.getItem(PREFIX + name);
  return text === null ? otherwise : parse(text);
}, otherwise);

/** Keep a value; returns whether that worked. Listeners of this page and of other tabs are told. */
export function write(name, value) {
  const isKept = tried('localStorage', (kept) => kept.setItem(PREFIX + name, JSON.stringify(value)) ?? true, false);
  window.dispatchEvent(new CustomEvent(CHANGED, { detail: { name, value } }));
  return isKept;
}

/** Call `listener(value)` whenever the value of a name changes, here (also by another of our scripts) or in another tab. */
export function onChange(name, listener) {
  window.addEventListener(CHANGED, ({ detail }) => detail.name === name && listener(detail.value));
  window.addEventListener('storage', (event) => event.key === PREFIX + name && listener(read(name, null)));
}

/** The value that this tab keeps under a name, or null. */
export const readTab = (name) => read(name, null, JSON.parse, 'sessionStorage');

/** Keep a value as long as the tab, or with null no longer. */
export const writeTab = (name, value) => tried('sessionStorage', (kept) => { // without storage it lasts as long as the page
  if (value === null) kept.removeItem(PREFIX + name);
  else kept.setItem(PREFIX + name, JSON.stringify(value));
});
