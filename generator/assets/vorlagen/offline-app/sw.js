/* Hält die App und die Regeln eines Spiels auf dem Gerät. Trag Spiel und deine Dateien ein; ändern sich diese, zähl APP weiter. */

const RULES = 'https://regeln.example.org/api/v1/systems/t9a.json';
const APP = 'app-1';
const FILES = ['./', 'index.html', 'regel.html', 'app.js'];
const KEPT = 'regeln';

addEventListener('install', (event) => event.waitUntil(install()));
addEventListener('activate', (event) => event.waitUntil(begin()));
addEventListener('message', (event) => event.data === 'neu?' && event.waitUntil(renew()));
addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method === 'GET' && (request.url === RULES || request.url.startsWith(registration.scope))) event.respondWith(kept(request));
});

async function install() {
  await (await caches.open(APP)).addAll(FILES.map((file) => new Request(file, { cache: 'reload' })));
  await renew();
  await skipWaiting();
}

async function begin() {
  for (const name of await caches.keys()) if (name.startsWith('app-') && name !== APP) await caches.delete(name);
  await clients.claim();
}

async function kept(request) {
  return (await caches.match(request, { ignoreSearch: true })) ?? fetch(request);
}

/** Fetch the rules if they have changed: the browser asks with their ETag, and unchanged ones are not sent again. */
async function renew() {
  const fresh = await fetch(RULES, { cache: 'no-cache' });
  if (!fresh.ok) throw new Error(`${RULES}: ${fresh.status}`);
  const cache = await caches.open(KEPT);
  const old = await cache.match(RULES);
  const hash = async (answer) => (await answer.clone().json()).file_hash;
  if (old && (await hash(old)) === (await hash(fresh))) return;
  await cache.put(RULES, fresh);
  if (old) for (const client of await clients.matchAll()) client.postMessage('neue Regeln');
}
