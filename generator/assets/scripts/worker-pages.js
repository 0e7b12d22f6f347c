/* Offline pages: stored ones, those made from the bundles, or the page that says there is none. The frame of the last two is our page
   "offline/", with addresses that work anywhere in the site. */

import { Bundle, escaped } from './bundle.js';
import { once } from './once.js';
import { pageAt } from './pages.js';
import { germanDate } from './wording.js';

const SHELL = 'offline/index.html';
const TITLE = 'Seite ohne Netz';
const SLOT = /<!--seite-->[^]*<!--\/seite-->/;
const REPORT = /<meta name="nachschlag-melden"[^>]*>\n?/;
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

  /** The page that says that this one is missing (the unchanged frame), or null. */
  missing() {
    return this.framed((frame) => frame.replace(REPORT, ''), 503);
  }

  async framed(fill, status = 200) {
    const shell = await this.files.get(SHELL);
    if (!shell) return null;
    const frame = await once(this.kept, SHELL, async () => absolute(this.marked(await shell.text()), this.files.address(SHELL)));
    return new Response(fill(frame), { status, headers: shell.headers });
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

/** HTML with absolute addresses. */
const absolute = (html, address) => html.replace(/"(\.\.(?:\/[^"]*)?)"/g, (_, relative) => {
  const { pathname, search, hash } = new URL(relative, address);
  return `"${pathname}${search}${hash}"`;
});

/** A page in its frame, as `pageAt` makes it. */
function inFrame(frame, { title, system = '', id = '', html, mayReport }, { root }) {
  const [before, after] = frame.split(SLOT);
  const meta = (name, content) => [`<meta name="nachschlag-${name}" content="">`, () => `<meta name="nachschlag-${name}" content="${escaped(content)}">`];
  let head = before.replace(...meta('system', system)).replace(...meta('id', id)).replaceAll(TITLE, () => escaped(title));
  if (!mayReport) head = head.replace(REPORT, '');
  if (system) head = head.replace(`href="${root}${system}/"`, (link) => `${link} aria-current="true"`); // the first is in the header
  return `${head}${html}${after}`;
}
