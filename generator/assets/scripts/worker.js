/* The service worker: pages from the network if it is fast and they are ours, otherwise from the device; files with a hash in their
 * address from any place that has them. It shares only messages with the pages' scripts: "stand" asks for its state, "uebernehmen"
 * lets a waiting worker take over, "gelesen" says that its news need no mention any more. */

import { after } from './once.js';
import { anyFile, clean, completed, fill, forPages, isHashed, isWhole, keptFile, root, state } from './worker-files.js';
import { carryNews, findNews, markRead, newsInWords } from './worker-news.js';
import { changedPage, keptPage, missingPage } from './worker-pages.js';

/** The time in ms that the network has before the device answers; shorter right after a failure. */
const PATIENCE = 1200;
const LITTLE_PATIENCE = 300;
const REMEMBERED = 30_000;
/** The page that only the device has; offline.js leads to it. */
const NEWS = /^offline\/neues\/(?:index\.html)?$/;

let failedAt = 0;
let healing = null;

const patience = () => after(Date.now() - failedAt < REMEMBERED ? LITTLE_PATIENCE : PATIENCE);

/** Whether an answer is the requested file, not a page with an error. Pages are checked elsewhere. */
const isFile = (response) => Boolean(response?.ok) && !(response.headers.get('content-type') || '').includes('text/html');

/** The answer to a request (a promise), or null if the browser should act as without a worker. */
function answerTo(request) {
  const url = new URL(request.url);
  if (request.method !== 'GET' || !url.href.startsWith(root) || request.headers.has('range')) return null;
  const path = url.pathname.slice(new URL(root).pathname.length);
  if (request.mode === 'navigate') return /(?:^|\/|\.html|\/[^./]*)$/.test(`/${path}`) ? page(request, path) : null;
  if (url.searchParams.has('v')) return steady(request, path, url.searchParams.get('v'));
  if (!Object.hasOwn(state.files, path) && !path.startsWith('assets/')) return null;
  return /\.(?:css|js|json)$/.test(path) && !isHashed(path) ? fresh(request, path) : steady(request, path);
}

/** A file that never changes under its address: one with this hash, or of the version that a page from the device names (pages of
 * older sites do). From the device, otherwise from the network, otherwise another version of it. */
async function steady(request, path, asked = '') {
  const kept = await anyFile(path, asked) ?? (asked && await keptFile(path, asked));
  if (kept) return kept;
  const response = await fetch(request).catch(() => null);
  if (isFile(response)) return response;
  return await anyFile(path) ?? response ?? Response.error();
}

/** Data whose address names no version, as other programs request it. */
async function fresh(request, path) {
  const net = fetch(request).catch(() => null);
  const response = await Promise.race([net, patience()]);
  if (isFile(response)) return response;
  return await keptFile(path) ?? await net ?? Response.error();
}

/** A page: from the network if it arrives soon and is ours, otherwise from the device; unknown ones as the network has them. */
async function page(request, path) {
  if (NEWS.test(path)) return read();
  const net = fetchPage(request).catch(() => null);
  const first = await Promise.race([net, patience()]);
  const isNet = Boolean(first?.isOurs);
  const soon = isNet ? first.response : await keptPage(path);
  if (soon) {
    failedAt = isNet ? 0 : Date.now();
    return soon;
  }
  const late = await net ?? { response: await fetch(request).catch(() => null) };
  if (late.response && late.response.status < 500) return late.response;
  return await missingPage() ?? late.response ?? Response.error();
}

async function read() {
  const shown = await changedPage();
  await markRead();
  return shown ?? Response.error();
}

/** {response, isOurs}: whether it is a page of this site that may be shown unchanged. Rejects if the network does not answer. */
async function fetchPage({ url, cache, headers }) {
  const response = await fetch(url, { cache, headers, mode: 'same-origin', credentials: 'same-origin' });
  const isPage = response.ok && (response.headers.get('content-type') || '').includes('text/html');
  const isOurs = isPage && (await response.clone().text()).includes('<meta name="nachschlag-base"');
  // A browser accepts no redirected answer for a page; it must follow the redirect itself.
  return { isOurs, response: response.redirected ? Response.redirect(response.url, 302) : response };
}

/** Refill a cache that has been emptied or has lost files. Checks once per worker. */
function heal() {
  healing ??= isWhole().then((whole) => whole || fill()).catch(() => {});
  return healing;
}

/** Answer a page that asks for the state. */
async function answer(port) {
  const [at, news] = await Promise.all([completed(), newsInWords().catch(() => null)]);
  port?.postMessage({ ...forPages(), isComplete: at > 0, news });
}

self.addEventListener('install', (event) => event.waitUntil(fill().then(() => findNews().catch(() => {}))));

self.addEventListener('activate', (event) => {
  event.waitUntil(carryNews().catch(() => {}).then(() => clean(Boolean(self.registration.installing))).then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const answer = answerTo(event.request);
  if (!answer) return;
  event.respondWith(answer);
  if (event.request.mode === 'navigate') event.waitUntil(answer.then(heal));
});

self.addEventListener('message', (event) => {
  if (event.data === 'uebernehmen') self.skipWaiting();
  if (event.data === 'gelesen') event.waitUntil(markRead());
  if (event.data === 'stand') event.waitUntil(answer(event.ports[0]));
});
