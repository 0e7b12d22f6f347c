/* The frame into which made pages are put: our page "offline/", with every address leading to its place from anywhere in the site. */

import { escaped } from './bundle.js';
import { sha256 } from './worker-files.js';

const TITLE = 'Seite ohne Netz';
const SLOT = /<!--seite-->[^]*<!--\/seite-->/;
const SCRIPT = /<script(?![^>]*\bsrc=)([^>]*)>([^]*?)<\/script>/gi;

/** The shell's HTML with absolute addresses, and with a policy that allows its inline scripts as they now are. */
export async function framed(html, address) {
  const moved = html.replace(/"(\.\.(?:\/[^"]*)?)"/g, (_, relative) => {
    const { pathname, search, hash } = new URL(relative, address);
    return `"${pathname}${search}${hash}"`;
  });
  const scripts = [...moved.matchAll(SCRIPT)].filter(([, attributes]) => !attributes.includes('json'));
  const hashes = await Promise.all(scripts.map(async ([, , code]) => ` 'sha256-${await sha256(new TextEncoder().encode(code))}'`));
  return moved.replace(/script-src 'self'[^;"]*/, () => `script-src 'self'${hashes.join('')}`);
}

/** A page in its frame: {title, system, id, html}. */
export function inFrame(frame, { title, system, id, html }) {
  const meta = (page, name, content) => page.replace(`<meta name="nachschlag-${name}" content="">`, () => (
    `<meta name="nachschlag-${name}" content="${escaped(content)}">`
  ));
  const [before, after] = frame.split(SLOT);
  const named = meta(meta(before, 'system', system), 'id', id).replaceAll(TITLE, () => escaped(title));
  return `${named}${html}${after}`;
}
