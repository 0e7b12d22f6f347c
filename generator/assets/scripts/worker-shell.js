/* The frame for pages made offline: our page "offline/", with addresses that work anywhere in the site. */

import { escaped } from './bundle.js';

const TITLE = 'Seite ohne Netz';
const SLOT = /<!--seite-->[^]*<!--\/seite-->/;
const REPORT = /<meta name="nachschlag-melden"[^>]*>\n?/;

/** The shell's HTML with absolute addresses. */
export function framed(html, address) {
  return html.replace(/"(\.\.(?:\/[^"]*)?)"/g, (_, relative) => {
    const { pathname, search, hash } = new URL(relative, address);
    return `"${pathname}${search}${hash}"`;
  });
}

/** A page in its frame, as `pageAt` makes it. */
export function inFrame(frame, { title, system = '', id = '', html, mayReport }, { root }) {
  const [before, after] = frame.split(SLOT);
  const meta = (name, content) => [`<meta name="nachschlag-${name}" content="">`, () => `<meta name="nachschlag-${name}" content="${escaped(content)}">`];
  let head = before.replace(...meta('system', system)).replace(...meta('id', id)).replaceAll(TITLE, () => escaped(title));
  if (!mayReport) head = head.replace(REPORT, '');
  if (system) head = head.replace(`href="${root}${system}/"`, (link) => `${link} aria-current="true"`); // the first is in the header
  return `${head}${html}${after}`;
}

/** The page that says that one is missing: the unchanged frame. */
export const unfilled = (frame) => frame.replace(REPORT, '');
