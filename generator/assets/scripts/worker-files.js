/* The service worker's files: one cache per version of the site, filled completely or not used at all.

   A file enters a cache only if its SHA-256 is the one in the worker's list, so that an error page, a truncated transfer or a
   network's login page never does. Files fetched before a failure stay for the next attempt. */

const HASH = 'x-nachschlag-sha256';
const AT_ONCE = 4;
const PATIENCE = 120_000;
/** The policy that a meta element cannot express; a cached file needs only its type besides. */
const KEPT_HEADERS = ['content-security-policy', 'permissions-policy', 'referrer-policy', 'x-content-type-options'];
const TYPES = {
  css: 'text/css; charset=utf-8', html: 'text/html; charset=utf-8', js: 'text/javascript; charset=utf-8', json: 'application/json',
  webmanifest: 'application/manifest+json', svg: 'image/svg+xml', png: 'image/png', ico: 'image/x-icon', woff2: 'font/woff2',
};

/** A file whose name contains a hash of its content. */
export const isHashed = (path) => /\.[0-9a-f]{8}\.min\.(?:css|js)$/.test(path);

export class Files {
  /**
   * @param {string} root the site's address
   * @param {{version: string, date: string, files: Object<string, [string, number]>}} state what belongs to this version
   */
  constructor(root, state) {
    this.root = root;
    this.state = state;
    this.prefix = `nachschlag:${new URL(root).pathname}:`;
    this.name = this.prefix + state.version;
    this.record = new URL('nachschlag-vollstaendig.json', root).href;
  }

  address(path) {
    return new URL(path, this.root).href;
  }

  has(path) {
    return Object.hasOwn(this.state.files, path);
  }

  /** A file of a version, or undefined. */
  async get(path, version = this.state.version) {
    const name = this.prefix + version;
    return await caches.has(name) ? (await caches.open(name)).match(this.address(path)) : undefined;
  }

  /** A file from any version that has it, or has it with the hash that pages ask for: from this one, otherwise from the newest. */
  async getAny(path, hash = '') {
    for (const name of [this.name, ...(await this.names()).reverse()]) {
      const found = await this.get(path, name.slice(this.prefix.length));
      if (found && (!hash || brief(found.headers.get(HASH)) === hash)) return found;
    }
    return undefined;
  }

  /** For pages: {version, date, files: {path: hash}}. */
  forPages() {
    const { version, date, files } = this.state;
    return { version, date, files: Object.fromEntries(Object.entries(files).map(([path, [sha]]) => [path, brief(sha)])) };
  }

  /** The names of all our caches, oldest first. */
  async names() {
    return (await caches.keys()).filter((name) => name.startsWith(this.prefix));
  }

  /** When a version was completed, or 0. */
  async completed(name = this.name) {
    const record = await caches.has(name) && await (await caches.open(name)).match(this.record);
    return record ? (await record.json()).at : 0;
  }

  /** Whether the device still has every file of this version; caches can be emptied, or lose single files. */
  async isWhole() {
    if (!await this.completed()) return false;
    const kept = new Set((await (await caches.open(this.name)).keys()).map(({ url }) => url));
    return Object.keys(this.state.files).every((path) => kept.has(this.address(path)));
  }

  /** Fill this version's cache. Rejects if anything is missing in the end; a full disk leaves nothing incomplete behind. */
  async fill() {
    try {
      const cache = await caches.open(this.name);
      const missing = await this.missing(cache);
      await this.checkRoom(missing);
      await this.putAll(cache, missing, await this.older());
      await this.putAll(cache, await this.missing(cache), (path, sha) => this.fetched(path, sha));
      await cache.put(this.record, new Response(JSON.stringify({ at: Date.now() }), { headers: { 'content-type': TYPES.json } }));
    } catch (problem) {
      if (problem.name === 'QuotaExceededError' && !await this.completed()) await caches.delete(this.name);
      throw problem;
    }
  }

  async missing(cache) {
    const kept = await Promise.all(Object.entries(this.state.files).map(async ([path, [sha]]) => (
      (await cache.match(this.address(path)))?.headers.get(HASH) === sha ? '' : path)));
    return kept.filter(Boolean);
  }

  /** Check for room before any transfer, so that a full disk does not cost the same transfer on every visit. */
  async checkRoom(paths) {
    const { quota, usage } = await navigator.storage?.estimate?.() ?? {};
    const needed = paths.reduce((sum, path) => sum + this.state.files[path][1], 0);
    if (quota !== undefined && needed > quota - usage) throw new DOMException('no room', 'QuotaExceededError');
  }

  /** A function that finds a file in another version that has it already. */
  async older() {
    const others = await Promise.all((await this.names()).filter((name) => name !== this.name).map((name) => caches.open(name)));
    return async (path, sha) => {
      const found = await Promise.all(others.map((cache) => cache.match(this.address(path))));
      return found.find((one) => one?.headers.get(HASH) === sha);
    };
  }

  /** Put what `from(path, sha)` finds, a few files at once; after the first failure, begin no new transfers, but keep the running ones. */
  async putAll(cache, paths, from) {
    const waiting = [...paths];
    const failures = [];
    const work = async () => {
      while (waiting.length && !failures.length) {
        const path = waiting.shift();
        try {
          const found = await from(path, this.state.files[path][0]);
          if (found) await cache.put(this.address(path), found);
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
  async fetched(path, sha) {
    const asked = { integrity: `sha256-${sha}`, credentials: 'same-origin' };
    const from = (cache) => fetch(this.source(path), { ...asked, cache, signal: AbortSignal.timeout(PATIENCE) });
    const response = await from(path.endsWith('.html') ? 'no-cache' : 'default').catch(() => from('reload'));
    const headers = new Headers({ 'content-type': TYPES[path.split('.').pop()] || 'application/octet-stream', [HASH]: sha });
    for (const name of KEPT_HEADERS) if (response.headers.has(name)) headers.set(name, response.headers.get(name));
    return new Response(await response.arrayBuffer(), { headers });
  }

  /** The address by which pages request a file: with its hash, unless its name or kind shows that it never changes. */
  source(path) {
    if (path.endsWith('index.html')) return this.address(path.slice(0, -'index.html'.length) || './');
    return this.address(/\.(?:css|js|json)$/.test(path) && !isHashed(path) ? `${path}?v=${brief(this.state.files[path][0])}` : path);
  }

  /** Remove obsolete caches: all but this version, the previous one (other tabs may still show it) and one being filled. */
  async clean(isAnotherOnItsWay) {
    const others = (await this.names()).filter((name) => name !== this.name);
    const times = new Map(await Promise.all(others.map(async (name) => [name, await this.completed(name)])));
    const mine = await this.completed();
    const [before] = others.filter((name) => times.get(name) && times.get(name) <= mine).sort((one, other) => times.get(other) - times.get(one));
    const isNeeded = (name) => name === before || times.get(name) > mine || (isAnotherOnItsWay && !times.get(name));
    await Promise.all(others.filter((name) => !isNeeded(name)).map((name) => caches.delete(name)));
  }
}

/** The part of a SHA-256 (in base64) that is in addresses: 12 hexadecimal digits. */
export const brief = (sha) => Array.from(atob(sha.slice(0, 8)), (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
