/* The site's data: JSON files below its root, all of one version.

   A page names only its styles and scripts, so that it stays the same when data change. The site's state, {version, files: {path: hash}}, from the network (assets/stand.json) or the service worker, has the addresses of data. A page from the worker names the device's version instead, and uses its data. In a folder, scripts beside the files hold the same values. */

import { after, once } from './once.js';
import { element, isFolder, meta, root } from './site.js';

/** The time in ms from its start for which a page waits for the network's state before it takes the device's. */
const PATIENCE = 300;
const GIVEN_UP = 10_000;
const FROM_NET = 'netz';

/** "netz", or the version of the device that answered with this page; "" in previews (`nachschlag serve`) and folders. */
export const origin = meta('nachschlag-version');

/** The state shared by all scripts of this page. */
const shared = globalThis.nachschlagStand ??= { begun: performance.now() };

if (origin === FROM_NET) fromNet(); // early, so that nothing waits for it

/** The network's state, requested once, preferably by the page's first script (palette.html), or null. */
function fromNet() {
  const asked = () => globalThis.nachschlagNetz ?? fetch(new URL('assets/stand.json', root), { cache: 'no-cache' });
  shared.net ??= Promise.race([asked(), after(GIVEN_UP)]).then((response) => (response?.ok ? response.json() : null)).catch(() => null);
  return shared.net;
}

/** The version of this page, or "" if it is unknown. */
export const version = async () => (origin === FROM_NET ? (await fromNet())?.version ?? '' : origin);

/** The network's state if it arrives in time, otherwise the device's, unless that belongs to other scripts. */
async function chosen() {
  const worker = navigator.serviceWorker?.controller;
  if (!worker) return await fromNet() ?? {};
  const state = await Promise.race([fromNet(), after(shared.begun + PATIENCE - performance.now())]);
  if (state) return state;
  const device = await stateOf(worker);
  return isOurs(device) ? device : await fromNet() ?? device;
}

function isOurs({ isComplete, files = {} }) {
  const scripts = Array.from(document.querySelectorAll('script[src*="?v="]'), ({ src }) => src);
  const ours = scripts.filter((src) => src.startsWith(root.href)).map((src) => src.slice(root.href.length).split('?v='));
  return isComplete && ours.every(([path, hash]) => files[path] === hash);
}

/** A worker's state: {version, date, isComplete, files}. */
export function stateOf(worker) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    worker.postMessage('stand', [port2]);
  });
}

const kept = new Map();

/** The JSON file at a path below the root, fetched once; a failed fetch is retried next time. Rejects if it is unavailable. */
export const load = (path) => once(kept, path, () => (isFolder ? loadScript(path) : loadJson(path)));

async function loadJson(path) {
  const asked = await versionOf(path);
  const response = await fetch(new URL(asked ? `${path}?v=${asked}` : path, root));
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
}

/** The parameter with which to request a file: its hash, otherwise a version, or "". */
async function versionOf(path) {
  if (origin !== FROM_NET) return origin;
  const { files, version: whole = '' } = await (shared.chosen ??= chosen());
  return files?.[path] ?? whole;
}

/** In a folder, load the same values from a script beside the file that puts them into `nachschlagDateien`. */
const loadScript = (path) => new Promise((resolve, error) => {
  const load = () => resolve(globalThis.nachschlagDateien[path]);
  document.head.append(element('script', { src: new URL(`${path}.js`, root).href, load, error }));
});
