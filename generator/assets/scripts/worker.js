/* The service worker. `nachschlagStand` (version, date, files with their hashes) is put in front of it when a site is built.

   It knows nothing of the pages' scripts beyond three messages: "stand" asks what it has, "uebernehmen" lets a waiting one take over. */

import { Answers } from './worker-answers.js';
import { Files } from './worker-files.js';
import { OfflinePages } from './worker-pages.js';

/* global nachschlagStand */
const files = new Files(self.registration.scope, nachschlagStand);
const answers = new Answers(files, new OfflinePages(files));

let healing = null;

/** A cache that has been emptied, or has lost files, is filled again. Looked at once while this worker lives. */
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
  const { version, date } = nachschlagStand;
  event.waitUntil(files.completed().then((at) => event.ports[0]?.postMessage({ version, date, isComplete: at > 0 })));
});
