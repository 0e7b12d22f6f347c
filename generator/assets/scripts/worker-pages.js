/* Offline pages: stored ones, those made from the bundles, or the page that says there is none. The frame of the last two is our page
   "offline/", with addresses that work anywhere in the site. */

import { Bundle, escaped } from './bundle.js';
import { once } from './once.js';
import { newsPage, pageAt } from './pages.js';
import { germanDate } from './wording.js';
import { addressOf, keptFile, root, state } from './worker-files.js';
import { keptNews } from './worker-news.js';

const SHELL = 'offline/index.html';
const TITLE = 'Seite ohne Netz';
const SLOT = /<!--seite-->[^]*<!--\/seite-->/;
const REPORT = /<meta name="nachschlag-melden"[^>]*>\n?/;
const FROM_NET = /(<meta name="nachschlag-version" content=")netz/;

const kept = new Map(); // values read once per worker; missing ones are looked for again
const place = { root: new URL(root).pathname, stamp: state.date ? `Fassung vom ${germanDate(state.date)}` : '' };

const json = (name, path, made = (value) => value) => once(kept, name, async () => {
  const file = await keptFile(path);
  return file ? made(await file.json()) : null;
});
const library = {
  bundle: (system) => json(system, `api/v1/systems/${system}.json`, (value) => new Bundle(value)),
  concepts: async () => await json('begriffe', 'api/v1/concepts.json') ?? { concepts: [] },
};

/** The page at a path below the root, or null if neither a file nor a bundle has it. */
export async function keptPage(path) {
  const clean = path.replace(/(^|\/)index\.html$/, '$1');
  if (clean && !clean.endsWith('/')) return await keptPage(`${clean}/`) && redirect(`${clean}/`);
  const file = await keptFile(`${clean}index.html`);
  return file ? new Response(marked(await file.text()), { headers: file.headers }) : made(clean);
}

/** The page of what is new on this device. */
export async function changedPage() {
  const page = await newsPage(await keptNews(), library, place);
  return framed((frame) => inFrame(frame, page));
}

/** The page that says that this one is missing (the unchanged frame), or null. */
export const missingPage = () => framed((frame) => frame.replace(REPORT, ''), 503);

const redirect = (path) => Response.redirect(addressOf(path), 302);

/** The HTML of a page with this version's name, which tells its scripts that it is not from the network. */
const marked = (html) => html.replace(FROM_NET, (_, start) => `${start}${state.version}`);

async function made(path) {
  const page = await pageAt(decoded(path), library, place);
  if (page?.moved) return redirect(page.moved);
  return page && framed((frame) => inFrame(frame, page));
}

async function framed(fill, status = 200) {
  const shell = await keptFile(SHELL);
  if (!shell) return null;
  const frame = await once(kept, SHELL, async () => absolute(marked(await shell.text()), addressOf(SHELL)));
  return new Response(fill(frame), { status, headers: shell.headers });
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
function inFrame(frame, { title, system = '', id = '', html, mayReport }) {
  const [before, after] = frame.split(SLOT);
  const meta = (name, content) => [`<meta name="nachschlag-${name}" content="">`, () => `<meta name="nachschlag-${name}" content="${escaped(content)}">`];
  let head = before.replace(...meta('system', system)).replace(...meta('id', id)).replaceAll(TITLE, () => escaped(title));
  if (!mayReport) head = head.replace(REPORT, '');
  if (system) head = head.replace(`href="${place.root}${system}/"`, (link) => `${link} aria-current="true"`); // the first is in the header
  return `${head}${html}${after}`;
}
