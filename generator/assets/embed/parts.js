/* The look of a rule on another site's page. Treats records as data: words become text, and only harmless elements of a rule's HTML
 * stay. */

import { address, option, page, trusted } from './site.js';

const HTML = /^(a|aside|b|blockquote|br|code|dd|div|dl|dt|em|figcaption|figure|h[2-6]|hr|i|li|ol|p|pre|s|small|span|strong|sub|sup|table|tbody|td|th|thead|tr|ul)$/;
const SVG = /^(svg|g|path|rect|circle|ellipse|line|polyline|polygon|text|tspan|title|desc|defs|marker)$/;
const UNSAFE = /^on|^style$|href$|^(id|src|action|formaction|target|ping|data-.*)$/;

/** An element with attributes and content; text goes in as text. */
export function element(name, attributes, ...content) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...content);
  return made;
}

const outward = (href, ...content) => element('a', { href, target: '_blank', rel: 'noopener' }, ...content);

/** HTML as elements outside the page. If Trusted Types grant us no policy, newer browsers parse it without one. */
function parse(html) {
  try {
    return new DOMParser().parseFromString(trusted('createHTML', html), 'text/html').body;
  } catch {
    const { body } = document.implementation.createHTMLDocument('');
    body.setHTML(html, { sanitizer: {} });
    return body;
  }
}

/** The harmless part of a rule's HTML, its links leading to the site. */
function harmless(html) {
  const parsed = parse(html);
  for (const one of [...parsed.querySelectorAll('*')]) {
    if (!(one instanceof SVGElement ? SVG : HTML).test(one.localName)) {
      one.remove();
      continue;
    }
    const href = one.dataset.id ? page(one.dataset.id) : address(one.getAttribute('href') ?? '');
    for (const { name } of [...one.attributes]) if (UNSAFE.test(name)) one.removeAttribute(name);
    if (/^h\d$/.test(one.localName)) one.setAttribute('aria-level', Number(one.localName[1]) + 1); // below the card's title
    if (one.localName === 'a') for (const [key, value] of Object.entries({ href, target: '_blank', rel: 'noopener' })) one.setAttribute(key, value);
  }
  return parsed.childNodes;
}

/** A rule's words in the language that the page asks for. */
export function worded({ title, title_en: titleEn, short, short_en: shortEn }) {
  const english = option('sprache') === 'en' && titleEn;
  return english ? { title: english, short: shortEn || short, lang: 'en', page: 'p.' } : { title, short, lang: 'de', page: 'S.' };
}

/** A rule's card; without `html` only its short rule, which then takes the slot's place. */
export function card(rule, whole) {
  const { id, part, number, html = '' } = rule, { title, short, lang, page: sign } = worded(rule);
  const place = [number ? `${part} ${number}` : part, rule.page && `${sign} ${rule.page}`, rule.attribution, whole && rule.licence_id].filter(Boolean).join(' · ');
  return element('article', { class: 'karte', lang: 'de' },
    element('div', { class: 'titel', 'data-regel-nicht': '', ...(whole && { role: 'heading', 'aria-level': '2' }), lang }, outward(page(id), title)),
    element('div', { class: 'kurz' }, whole ? short : element('slot', {})),
    ...(whole ? [element('div', {}, ...harmless(html))] : []),
    element('div', { class: 'quelle' }, place));
}

let style;

/** A shadow root with our style, even if the page's policy allows no foreign styles. */
export function shadow(host) {
  if (host.shadowRoot) return host.shadowRoot;
  if (!style) {
    style = new CSSStyleSheet();
    style.replaceSync('%STYLE%');
  }
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [style];
  return root;
}
