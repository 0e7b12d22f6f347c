/* The service worker. A build prefixes it with `nachschlagStand` (version, date, files with their hashes).

      It shares only messages with the pages' scripts: "stand" asks for its state, "uebernehmen" lets a waiting worker take over.
   */

import { Answers } from './worker-answers.js';
import { Files } from './worker-files.js';
import { OfflinePages } from './worker-pages.js';

/* global nachschlagStand */
const files = new Files(self.registration.scope, nachschlagStand);
const answers = new Answers(files, new OfflinePages(files));

let healing = null;

/** Refill a cache that has been emptied or has lost files. Checks once per worker. */
function heal() {
  healing ??= files.isWhole().then((isWhole) => isWhole || files.fill()).catch(() => {});
  return healing;
}

self.addEventListener('install', (event) => event.waitUntil(files.fill()));

self.addEventListener('activate', (event) => {
  event.waitUntil(files.clean(Boolean(self.registration.installing)).then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const answer = answers.to(event);
  if (!answer) return;
  event.respondWith(answer);
  if (event.request.mode === 'navigate') event.waitUntil(answer.then(heal));
});

self.addEventListener('message', (event) => {
  if (event.data === 'uebernehmen') self.skipWaiting();
  if (event.data !== 'stand') return;
  event.waitUntil(files.completed().then((at) => event.ports[0]?.postMessage({ ...files.forPages(), isComplete: at > 0 })));
});
