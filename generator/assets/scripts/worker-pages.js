/* Offline pages: stored ones, those made from the bundles, or the page that says there is none. */

import { Bundle } from './bundle.js';
import { germanDate } from './dates.js';
import { once } from './once.js';
import { pageAt } from './pages.js';
import { framed, inFrame, unfilled } from './worker-shell.js';

const SHELL = 'offline/index.html';
const FROM_NET = /(<meta name="nachschlag-version" content=")netz/;

export class OfflinePages {
  /** @param {import('./worker-files.js').Files} files */
  constructor(files) {
    this.files = files;
    this.kept = new Map(); // what was read once per worker; one that was missing is looked for again
    const { date } = files.state;
    this.place = { root: new URL(files.root).pathname, stamp: date ? `Fassung vom ${germanDate(date)}` : '' };
    this.library = { bundle: (system) => this.bundle(system), concepts: () => this.concepts() };
  }

  /** The page at a path below the root, or null if neither a file nor a bundle has it. */
  async at(path) {
    const clean = path.replace(/(^|\/)index\.html$/, '$1');
    if (clean && !clean.endsWith('/')) return await this.at(`${clean}/`) && this.redirect(`${clean}/`);
    const file = await this.files.get(`${clean}index.html`);
    return file ? new Response(this.marked(await file.text()), { headers: file.headers }) : this.made(clean);
  }

  /** The HTML of a page that names this version, by which its scripts know that it does not come from the network. */
  marked(html) {
    return html.replace(FROM_NET, (_, start) => `${start}${this.files.state.version}`);
  }

  async made(path) {
    const page = await pageAt(decoded(path), this.library, this.place);
    if (page?.moved) return this.redirect(page.moved);
    return page && this.framed((frame) => inFrame(frame, page, this.place));
  }

  redirect(path) {
    return Response.redirect(this.files.address(path), 302);
  }

  /** The page that says that this one is missing, or null. */
  missing() {
    return this.framed(unfilled, 503);
  }

  async framed(fill, status = 200) {
    const shell = await this.files.get(SHELL);
    if (!shell) return null;
    const { headers } = shell;
    const frame = await once(this.kept, SHELL, async () => framed(this.marked(await shell.text()), this.files.address(SHELL)));
    return new Response(fill(frame), { status, headers });
  }

  bundle(system) {
    return once(this.kept, system, async () => {
      const file = await this.files.get(`api/v1/systems/${system}.json`);
      return file ? new Bundle(await file.json()) : null;
    });
  }

  async concepts() {
    const read = () => this.files.get('api/v1/concepts.json').then((file) => file?.json());
    return await once(this.kept, 'begriffe', read) ?? { concepts: [] };
  }
}

function decoded(path) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
