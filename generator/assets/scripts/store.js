/* What a device keeps: small values by name. Without storage (private windows, a full disk) everything works, only nothing is remembered.

   Names in use: "game" (the game chosen last), "recent" (ids looked up last, newest first), "collections" (see collections.js),
   "collections-brief" (whether cheat sheets show short rules only), "offline" (see offline.js), "scheme" (see scheme.js, and the
   page's first script, which reads it too). As long as a tab: "pins" (see pins.js, and the same first script). */

import { root } from './site.js';

const PREFIX = `nachschlag:${root.pathname}:`;
const CHANGED = 'nachschlag:changed';

/** The value kept under a name, or `otherwise` where there is none or it cannot be read. `parse` turns the text into the value. */
export function read(name, otherwise, parse = JSON.parse) {
  try {
    const text = window.localStorage.getItem(PREFIX + name);
    return text === null ? otherwise : parse(text);
  } catch {
    return otherwise;
  }
}

/** Keep a value; returns whether that worked. Listeners of this page and of other tabs are told. */
export function write(name, value) {
  let isKept = true;
  try {
    window.localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    isKept = false;
  }
  window.dispatchEvent(new CustomEvent(CHANGED, { detail: { name, value } }));
  return isKept;
}

/** Call `listener(value)` whenever the value of a name changes, here (also by another of our scripts) or in another tab. */
export function onChange(name, listener) {
  window.addEventListener(CHANGED, ({ detail }) => detail.name === name && listener(detail.value));
  window.addEventListener('storage', (event) => event.key === PREFIX + name && listener(read(name, null)));
}

/** The value that this tab keeps under a name, or null. */
export function readTab(name) {
  try {
    return JSON.parse(window.sessionStorage.getItem(PREFIX + name));
  } catch {
    return null;
  }
}

/** Keep a value as long as the tab, or with null no longer. */
export function writeTab(name, value) {
  try {
    if (value === null) window.sessionStorage.removeItem(PREFIX + name);
    else window.sessionStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // without storage it lasts as long as the page
  }
}
