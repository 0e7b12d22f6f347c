/* Where a page stands: the site's root, the page's system and id, files below the root. For pages only, not for the service worker. */

import { once } from './once.js';

/** What a meta element of the page says, or "". */
export const meta = (name) => document.querySelector(`meta[name="${name}"]`)?.content || '';

/** The address of the site's first page; everything of the site lies below it. */
export const root = new URL(`${meta('nachschlag-base') || '.'}/`.replace(/\/+$/, '/'), document.baseURI);

/** The system of this page ("conquest"), or "". */
export const currentSystem = () => meta('nachschlag-system');

/** The id of this page's entry or term, or "". */
export const currentId = () => meta('nachschlag-id');

/** The state of the site's files, or "" where pages are only being tried out (`nachschlag serve`). */
export const version = meta('nachschlag-version');

/** Whether the pages were opened from a folder: no fetch there, and links end in index.html. */
export const isFolder = window.location.protocol === 'file:';

/** How links in a bundle's HTML become this page's: the options of `placed` and of everything in rule.js. */
export const here = { root: root.href, file: isFolder ? 'index.html' : '' };

/** The address of an id's page, with its section if it names one: "conquest/spalten#beispiele". */
export function address(id) {
  const [page, section] = id.split('#');
  const there = new URL(page ? `${page}/${isFolder ? 'index.html' : ''}` : isFolder ? 'index.html' : './', root);
  if (section) there.hash = section;
  return there.href;
}

const kept = new Map();

/** The JSON file at a path below the root, fetched once; a failed fetch is tried again next time. Rejects where it cannot be had. */
export const load = (path) => once(kept, path, () => (isFolder ? loadScript(path) : loadJson(path)));

async function loadJson(path) {
  const response = await fetch(new URL(version ? `${path}?v=${version}` : path, root));
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
}

/** In a folder the same values lie beside the file as a script that puts them into `nachschlagDateien`. */
function loadScript(path) {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = new URL(`${path}.js`, root).href;
    script.onload = () => resolve(globalThis.nachschlagDateien[path]);
    script.onerror = () => reject(new Error(path));
    document.head.append(script);
  });
}

/** Whether a click asks for nothing but to follow a link here: no other button, no key held. */
export const isPlain = (event) => !event.button && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;

/** A new element with attributes and children. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}
