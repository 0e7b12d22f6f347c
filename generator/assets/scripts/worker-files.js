/* The service worker's files: one cache per version of the site, filled completely or not used at all. A build puts `nachschlagStand` in
front of the worker: {version, date, files: {path: [SHA-256, bytes]}}, the files of this version.

   A file enters a cache only if its SHA-256 is the one in that list, so that an error page, a truncated transfer or a network's login
   page never does. Files fetched before a failure stay for the next attempt. */

/* global nachschlagStand */
export const state = nachschlagStand;
const { version, files } = state;
/** The site's address. */
export const root = self.registration.scope;

const HASH = 'x-nachschlag-sha256';
const AT_ONCE = 4;
const PATIENCE = 120_000;
/** The policy that a meta element cannot express; a cached file needs only its type besides. */
const KEPT_HEADERS = ['content-security-policy', 'permissions-policy', 'referrer-policy', 'x-content-type-options'];
const TYPES = {
  css: 'text/css; charset=utf-8', html: 'text/html; charset=utf-8', js: 'text/javascript; charset=utf-8', json: 'application/json',
  webmanifest: 'application/manifest+json', svg: 'image/svg+xml', png: 'image/png', ico: 'image/x-icon', woff2: 'font/woff2',
};
const PREFIX = `nachschlag:${new URL(root).pathname}:`;
const OURS = PREFIX + version;
const RECORD = new URL('nachschlag-vollstaendig.json', root).href;

export const addressOf = (path) => new URL(path, root).href;

/** Whether the file's name contains a hash of its content. */
export const isHashed = (path) => /\.[0-9a-f]{8}\.min\.(?:css|js)$/.test(path);

const cacheNamed = async (name) => (await caches.has(name) ? caches.open(name) : null);

/** A file of a version, or undefined. */
export const keptFile = async (path, of = version) => (await cacheNamed(PREFIX + of))?.match(addressOf(path));

/** A file from this version, otherwise from the newest that has it, with the requested hash if one is given. */
export async function anyFile(path, hash = '') {
  for (const name of [OURS, ...(await names()).reverse()]) {
    const found = await keptFile(path, name.slice(PREFIX.length));
    if (found && (!hash || brief(found.headers.get(HASH)) === hash)) return found;
  }
  return undefined;
}

/** For pages: {version, date, files: {path: hash}}. */
export const forPages = () => ({ version, date: state.date, files: Object.fromEntries(Object.entries(files).map(([path, [sha]]) => [path, brief(sha)])) });

/** The names of all our caches, oldest first. */
const names = async () => (await caches.keys()).filter((name) => name.startsWith(PREFIX));

/** When a version was completed, or 0. */
export const completed = async (name = OURS) => (await (await (await cacheNamed(name))?.match(RECORD))?.json())?.at ?? 0;

/** Whether the device still has every file of this version; caches can be emptied, or lose single files. */
export async function isWhole() {
  if (!await completed()) return false;
  const kept = new Set((await (await caches.open(OURS)).keys()).map(({ url }) => url));
  return Object.keys(files).every((path) => kept.has(addressOf(path)));
}

/** Fill this version's cache. Rejects if anything is missing in the end; a full disk leaves nothing incomplete behind. */
export async function fill() {
  try {
    const cache = await caches.open(OURS);
    const wanted = await missing(cache);
    await checkRoom(wanted);
    await putAll(cache, wanted, await older());
    await putAll(cache, await missing(cache), fetched);
    await cache.put(RECORD, json({ at: Date.now() }));
  } catch (problem) {
    if (problem.name === 'QuotaExceededError' && !await completed()) await caches.delete(OURS);
    throw problem;
  }
}

const json = (value) => new Response(JSON.stringify(value), { headers: { 'content-type': TYPES.json } });

/** Keep a value beside this version's files, under a path that none of them has; `keptValue` reads it. */
export const keepValue = async (path, value) => (await caches.open(OURS)).put(addressOf(path), json(value));

/** A value kept beside a version's files, or undefined. */
export const keptValue = async (path, of = version) => (await keptFile(path, of))?.json();

/** The SHA-256 of a version's file, or undefined. */
export const shaOf = async (path, of) => (await keptFile(path, of))?.headers.get(HASH);

/** The other complete versions on this device, newest first. */
export async function otherVersions() {
  const others = (await names()).filter((name) => name !== OURS);
  const found = await Promise.all(others.map(async (name) => [await completed(name), name.slice(PREFIX.length)]));
  return found.filter(([at]) => at).sort(([one], [other]) => other - one).map(([, of]) => of);
}

async function missing(cache) {
  const kept = await Promise.all(Object.entries(files).map(async ([path, [sha]]) => (
    (await cache.match(addressOf(path)))?.headers.get(HASH) === sha ? '' : path)));
  return kept.filter(Boolean);
}

/** Check for room before any transfer, so that a full disk does not cost the same transfer on every visit. */
async function checkRoom(paths) {
  const { quota, usage } = await navigator.storage?.estimate?.() ?? {};
  const needed = paths.reduce((sum, path) => sum + files[path][1], 0);
  if (quota !== undefined && needed > quota - usage) throw new DOMException('no room', 'QuotaExceededError');
}

/** A function that finds a file in another version that has it already. */
async function older() {
  const others = await Promise.all((await names()).filter((name) => name !== OURS).map((name) => caches.open(name)));
  return async (path, sha) => {
    const found = await Promise.all(others.map((cache) => cache.match(addressOf(path))));
    return found.find((one) => one?.headers.get(HASH) === sha);
  };
}

/** Store the results of `from(path, sha)`, a few files at once; after the first failure, begin no new transfers, but finish the
 * running ones. */
async function putAll(cache, paths, from) {
  const waiting = [...paths];
  const failures = [];
  const work = async () => {
    while (waiting.length && !failures.length) {
      const path = waiting.shift();
      try {
        const found = await from(path, files[path][0]);
        if (found) await cache.put(addressOf(path), found);
      } catch (problem) {
        failures.push(problem);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (failures.length) throw failures.find(({ name }) => name === 'QuotaExceededError') ?? failures[0];
}

/** A file from the network, verified by the browser. Its own cache may answer: pages use the same addresses, so that nothing is
    transferred twice. */
async function fetched(path, sha) {
  const asked = { integrity: `sha256-${sha}`, credentials: 'same-origin' };
  const from = (cache) => fetch(source(path), { ...asked, cache, signal: AbortSignal.timeout(PATIENCE) });
  const response = await from(path.endsWith('.html') ? 'no-cache' : 'default').catch(() => from('reload'));
  const headers = new Headers({ 'content-type': TYPES[path.split('.').pop()] || 'application/octet-stream', [HASH]: sha });
  for (const name of KEPT_HEADERS) if (response.headers.has(name)) headers.set(name, response.headers.get(name));
  return new Response(await response.arrayBuffer(), { headers });
}

/** The address by which pages request a file: with its hash, unless its name or kind shows that it never changes. */
function source(path) {
  if (path.endsWith('index.html')) return addressOf(path.slice(0, -'index.html'.length) || './');
  return addressOf(/\.(?:css|js|json)$/.test(path) && !isHashed(path) ? `${path}?v=${brief(files[path][0])}` : path);
}

/** Remove obsolete caches: all but this version, the previous one (other tabs may still show it) and one being filled. */
export async function clean(isAnotherOnItsWay) {
  const others = (await names()).filter((name) => name !== OURS);
  const times = new Map(await Promise.all(others.map(async (name) => [name, await completed(name)])));
  const mine = await completed();
  const [before] = others.filter((name) => times.get(name) && times.get(name) <= mine).sort((one, other) => times.get(other) - times.get(one));
  const isNeeded = (name) => name === before || times.get(name) > mine || (isAnotherOnItsWay && !times.get(name));
  await Promise.all(others.filter((name) => !isNeeded(name)).map((name) => caches.delete(name)));
}

/** The part of a SHA-256 (in base64) that is in addresses: 12 hexadecimal digits. */
const brief = (sha) => Array.from(atob(sha.slice(0, 8)), (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
