/* A page's place in the site: the root, the page's system and id. For pages only, not for the service worker. */

/** The content of a meta element of the page, or "". */
export const meta = (name) => document.querySelector(`meta[name="${name}"]`)?.content || '';

/** The address of the site's home page; the whole site is below it. */
export const root = new URL(`${meta('nachschlag-base') || '.'}/`.replace(/\/+$/, '/'), document.baseURI);

/** The system of this page ("conquest"), or "". */
export const currentSystem = () => meta('nachschlag-system');

/** The id of this page's entry or term, or "". */
export const currentId = () => meta('nachschlag-id');

/** Whether the pages were opened from a folder, where fetch fails and links end in index.html. */
export const isFolder = window.location.protocol === 'file:';

/** How `placed` adapts links in a bundle's HTML to this page. */
export const here = { root: root.href, file: isFolder ? 'index.html' : '' };

/** The address of an id's page, with its section if it names one: "conquest/spalten#beispiele". */
export function address(id) {
  const [page, section] = id.split('#');
  const there = new URL(page ? `${page}/${isFolder ? 'index.html' : ''}` : isFolder ? 'index.html' : './', root);
  if (section) there.hash = section;
  return there.href;
}

export const withoutPassage = (href) => href.replace(/#?:~:.*/, '');

/** The address at which browsers scroll to a passage and mark it. Not to a row: on the page its cells stand apart. */
export function atPassage(href, passage) {
  const [text] = (passage || '').split('\n');
  const there = withoutPassage(href);
  // its own page would not load again
  if (!text || text.includes(' · ') || there.split('#')[0] === window.location.href.split('#')[0]) return there;
  const words = text.split(/\s+/);
  const part = (...range) => encodeURIComponent(words.slice(...range).join(' ')).replaceAll('-', '%2D');
  return `${there}${there.includes('#') ? '' : '#'}:~:text=${words.length > 9 ? `${part(0, 4)},${part(-4)}` : part(0)}`;
}

/** Whether a click is a tap: by the pointer if the browser names it, otherwise (keyboard, older browser) by the device. */
export const isTouch = ({ pointerType }) => (pointerType ? pointerType !== 'mouse' : window.matchMedia('(hover: none)').matches);

/** Whether a click simply follows a link here, without another button or a key. */
export const isPlain = (event) => !event.button && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;

/** A new element with attributes and children, without those that are empty. A function listens to the event of its name: {click: close}. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(key, value);
    else made.setAttribute(key, value);
  }
  made.append(...children.filter(Boolean));
  return made;
}
