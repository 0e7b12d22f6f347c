/* The frame for pages made offline: our page "offline/", with addresses that work anywhere in the site. */

import { escaped } from './bundle.js';
import { current } from './pages-around.js';
import { sha256 } from './worker-files.js';

const TITLE = 'Seite ohne Netz';
const SLOT = /<!--seite-->[^]*<!--\/seite-->/;
const SCRIPT = /<script(?![^>]*\bsrc=)([^>]*)>([^]*?)<\/script>/gi;

/** The shell's HTML with absolute addresses, and with a policy that allows its changed inline scripts. */
export async function framed(html, address) {
  const moved = html.replace(/"(\.\.(?:\/[^"]*)?)"/g, (_, relative) => {
    const { pathname, search, hash } = new URL(relative, address);
    return `"${pathname}${search}${hash}"`;
  });
  const scripts = [...moved.matchAll(SCRIPT)].filter(([, attributes]) => !attributes.includes('json'));
  const hashes = await Promise.all(scripts.map(async ([, , code]) => ` 'sha256-${await sha256(new TextEncoder().encode(code))}'`));
  return moved.replace(/script-src 'self'[^;"]*/, () => `script-src 'self'${hashes.join('')}`);
}

/** Parts of the frame that only some pages need. */
const ASIDE = /<aside class="n-inhalt"[^>]*><\/aside>\n?/;
const REPORT = /<meta name="nachschlag-melden"[^>]*>\n?/;
const COLOUR = /(<meta name="theme-color" content=")[^"]*/;
const GAMES = /<nav class="n-kopfspiele"[^]*?<\/nav>/;

/** A page in its frame, as `pageAt` makes it. */
export function inFrame(frame, page, place) {
  const { title, system = '', id = '', html, accent, contents, mayReport } = page;
  const meta = (text, name, content) => text.replace(`<meta name="nachschlag-${name}" content="">`, () => (
    `<meta name="nachschlag-${name}" content="${escaped(content)}">`
  ));
  const [before, after] = frame.split(SLOT);
  let head = meta(meta(before, 'system', system), 'id', id).replaceAll(TITLE, () => escaped(title));
  if (accent) head = head.replace(COLOUR, (_, start) => `${start}${escaped(accent)}`);
  if (!mayReport) head = head.replace(REPORT, '');
  head = head.replace(GAMES, (systems) => current(systems, page, place));
  head = head.replace(ASIDE, (aside) => (contents ? aside.replace('></aside>', () => `>${contents}</aside>`) : ''));
  return `${head}${html}${after}`;
}

/** The page that says that one is missing: the unchanged frame. */
export const unfilled = (frame) => frame.replace(ASIDE, '').replace(REPORT, '');
