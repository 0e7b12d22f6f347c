/* How the worker answers: pages from the network if it is fast and authentic, otherwise from the device; files with a hash in their
   address from wherever it has them. */

import { after } from './once.js';
import { isHashed } from './worker-files.js';

/** How long the network may take before the device answers, in ms; shorter right after a failure. */
const PATIENCE = 1200;
const LITTLE_PATIENCE = 300;
const REMEMBERED = 30_000;

/** Whether an answer is the requested file, not a page with an error. Pages are checked elsewhere. */
const isFile = (response) => Boolean(response?.ok) && !(response.headers.get('content-type') || '').includes('text/html');

export class Answers {
  /**
   * @param {import('./worker-files.js').Files} files
   * @param {import('./worker-pages.js').OfflinePages} pages
   */
  constructor(files, pages) {
    this.files = files;
    this.pages = pages;
    this.failedAt = 0;
  }

  /** The answer to a fetch event (a promise), or null if the browser should act as without a worker. */
  to(event) {
    const { request } = event;
    const url = new URL(request.url);
    if (request.method !== 'GET' || !url.href.startsWith(this.files.root) || request.headers.has('range')) return null;
    const path = url.pathname.slice(new URL(this.files.root).pathname.length);
    if (request.mode === 'navigate') return /(?:^|\/|\.html|\/[^./]*)$/.test(`/${path}`) ? this.page(request, path) : null;
    if (url.searchParams.has('v')) return this.steady(request, path, url.searchParams.get('v'));
    if (!this.files.has(path) && !path.startsWith('assets/')) return null;
    return /\.(?:css|js|json)$/.test(path) && !isHashed(path) ? this.fresh(request, path) : this.steady(request, path);
  }

  /** A file that never changes under its address, with this hash, or of the version that a page from the device names (pages of older
      sites name theirs): from the device, otherwise from the network, otherwise, better than nothing, another one. */
  async steady(request, path, asked = '') {
    const kept = await this.files.getAny(path, asked) ?? (asked && await this.files.get(path, asked));
    if (kept) return kept;
    const response = await fetch(request).catch(() => null);
    if (isFile(response)) return response;
    return await this.files.getAny(path) ?? response ?? Response.error();
  }

  /** Data whose address names no version, as other programs request it. */
  async fresh(request, path) {
    const net = fetch(request).catch(() => null);
    const response = await Promise.race([net, after(this.patience())]);
    if (isFile(response)) return response;
    return await this.files.get(path) ?? await net ?? Response.error();
  }

  patience() {
    return Date.now() - this.failedAt < REMEMBERED ? LITTLE_PATIENCE : PATIENCE;
  }

  /** A page: from the network if it arrives soon and is ours, otherwise from the device; unknown ones as the network has them. */
  async page(request, path) {
    const net = this.fetchPage(request).catch(() => null);
    const first = await Promise.race([net, after(this.patience())]);
    const isNet = Boolean(first?.isOurs);
    const soon = isNet ? first.response : await this.pages.at(path);
    if (soon) {
      this.failedAt = isNet ? 0 : Date.now();
      return soon;
    }
    const late = await net ?? { response: await fetch(request).catch(() => null) };
    if (late.response && late.response.status < 500) return late.response;
    return await this.pages.missing() ?? late.response ?? Response.error();
  }

  /** {response, isOurs}: whether it is a page of this site that may be shown unchanged. Rejects if the network does not answer.
  */
  async fetchPage(request) {
    const { url, cache, headers } = request;
    const response = await fetch(url, { cache, headers, mode: 'same-origin', credentials: 'same-origin' });
    const isPage = response.ok && (response.headers.get('content-type') || '').includes('text/html');
    const isOurs = isPage && (await response.clone().text()).includes('<meta name="nachschlag-base"');
    // A browser accepts no redirected answer for a page; it must follow the redirect itself.
    return { isOurs, response: response.redirected ? Response.redirect(response.url, 302) : response };
  }
}
