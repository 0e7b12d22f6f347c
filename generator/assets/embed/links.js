/* Auto-linking: every reference in a container's text becomes a link with a hint. Until then, and without the site, the text stays as it is. */

import { finderOf, page } from './site.js';

const words = (list) => new Set(list.split(' '));
const CLOSED = words('code pre script style textarea title h1 h2 h3 h4 h5 h6 button select kbd samp svg math iframe noscript template label summary object audio video canvas datalist regel-karte');
const EMPHASIS = words('b strong i em u mark');
const INLINE = words('a span s small font sup sub abbr ins del q cite var wbr bdi bdo data time dfn');

/** Longer than this nothing else on the page waits for us. */
const SLICE = 16;

const isClosed = (node) => CLOSED.has(node.localName) || node.isContentEditable;

/** The blocks of a container that hold text of their own: each is linked by itself, so that others get their turn between two. */
function blocks(container) {
  const nodes = [...container.childNodes];
  const inner = nodes.filter((node) => node.nodeType === Node.ELEMENT_NODE);
  const isBlock = ({ localName }) => !INLINE.has(localName) && !EMPHASIS.has(localName) && localName !== 'br';
  const onlyBlocks = inner.length && nodes.every((node) => (inner.includes(node) ? isBlock(node) : !node.data?.trim()));
  return onlyBlocks ? inner.filter((node) => !isClosed(node)).flatMap(blocks) : [container];
}

/** A container's text as the finder reads it: emphasis as "*", ends of blocks as empty lines; and which text node stands where. */
function read(container) {
  const pieces = [];
  let text = '';
  const walk = (parent, closed) => {
    for (const node of parent.childNodes) {
      if (node.nodeType === Node.TEXT_NODE) {
        pieces.push({ node, start: text.length, end: text.length + node.data.length, closed });
        text += node.data;
      } else if (node.nodeType === Node.ELEMENT_NODE) {
        const name = node.localName;
        const mark = EMPHASIS.has(name) ? '*' : INLINE.has(name) ? '' : name === 'br' ? '\n' : '\n\n';
        text += mark;
        if (!isClosed(node)) walk(node, closed || name === 'a' || 'regel' in (node.dataset ?? {}));
        text += mark;
      }
    }
  };
  walk(container, Boolean(container.closest('a, [data-regel]')));
  const mask = new Uint8Array(text.length);
  for (const { start, end, closed } of pieces) if (closed) mask.fill(1, start, end);
  return { text, pieces, mask };
}

const made = new Map();

/** An empty link to a rule; a copy of the first one takes a fraction of the time. */
function linkTo(id) {
  if (!made.has(id)) {
    const link = document.createElement('a');
    link.href = page(id);
    link.className = 'nachschlag-verweis';
    link.setAttribute('data-regel', id);
    made.set(id, link);
  }
  return made.get(id).cloneNode();
}

/** A text node with links in it; `found` counts from the node's beginning. */
function replace(node, found) {
  const parts = [], text = node.data;
  let at = 0;
  for (const { start, end, id } of found) {
    const link = linkTo(id);
    link.textContent = text.slice(start, end);
    parts.push(text.slice(at, start), link);
    at = end;
  }
  node.replaceWith(...parts, text.slice(at));
}

function linkBlock(block, find, part) {
  const { text, pieces, mask } = read(block);
  const all = find(text, part, mask);
  let next = 0;
  for (const { node, start, end } of pieces) { // a reference over several nodes is linked in the first
    const here = [];
    for (; all[next]?.start < end; next++) {
      here.push({ start: all[next].start - start, end: Math.min(all[next].end, end) - start, id: all[next].id });
    }
    if (here.length) replace(node, here);
  }
}

/** Link a container: `data-regel-auto` names the game, `data-regel-teil` the part of its rules that the text stands in, if any. */
export async function linkTexts(container) {
  const { regelAuto: game, regelTeil: part } = container.dataset;
  if (!/^[a-z0-9-]+$/.test(game)) return;
  const find = await finderOf(game);
  let begun = performance.now();
  for (const block of blocks(container)) {
    linkBlock(block, find, part);
    if (performance.now() - begun < SLICE) continue;
    await new Promise((next) => setTimeout(next));
    begun = performance.now();
  }
}
