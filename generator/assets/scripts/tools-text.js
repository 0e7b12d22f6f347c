/* Texts of a page's tools: citations, snippets for other sites' pages, addresses for reports. Pure.

   A rule is {id, title, original, place, game, state, url}; original, place, game and state may be "". */

import { escaped } from './bundle.js';

/** "Angst (Fear), The 9th Age, Sonderregeln 17.0, S. 97: https://…". */
export function citation({ title, original, game, place, url }) {
  const name = original && original !== title ? `${title} (${original})` : title;
  const where = place.startsWith(game) ? [place] : [game, place];
  return `${[name, ...where].filter(Boolean).join(', ')}: ${url}`;
}

/** [[label, text]] for pages, wikis, forums; with the addresses of the script and of the frame page also a card and a frame. */
export function embeddings({ id, title, url }, script = '', frame = '') {
  const plain = [
    ['HTML', `<a href="${escaped(url)}">${escaped(title)}</a>`],
    ['Markdown', `[${title.replace(/[\\[\]]/g, '\\$&')}](${url})`],
    ['BBCode', `[url=${url}]${title.replace(/[[\]]/g, '')}[/url]`],
  ];
  const card = `<script src="${escaped(script)}" async></script>\n<regel-karte ref="${escaped(id)}"><a href="${escaped(url)}">${escaped(title)}</a></regel-karte>`;
  const framed = `<iframe src="${escaped(frame)}" title="${escaped(title)}" width="100%" height="320" loading="lazy"></iframe>`;
  return script ? [['Karte', card], ['Rahmen', framed], ...plain] : plain;
}

/** The address for reporting a mistake in a rule, from the site owner's setting: an address with {title}, {url}, {id}, {state}, or a plain
    mailto: address, which gets a subject and a text. "" if nothing usable is configured. */
export function report(configured, rule) {
  if (!/^(mailto:|https?:\/\/)/.test(configured)) return '';
  if (configured.startsWith('mailto:') && !configured.includes('?')) {
    const lines = [`Regel: ${rule.title}`, `Kennung: ${rule.id}`, `Adresse: ${rule.url}`, `Regelstand: ${rule.state || 'unbekannt'}`, '', 'Was stimmt nicht?', ''];
    return `${configured}?subject=${encodeURIComponent(`Fehler in „${rule.title}“`)}&body=${encodeURIComponent(lines.join('\r\n'))}`;
  }
  return configured.replace(/\{(title|url|id|state)\}/g, (_, name) => encodeURIComponent(rule[name] ?? ''));
}
