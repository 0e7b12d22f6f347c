/* Blocks of a page as the finder reads them, and their references as links: markup_html.py for browsers. */

import { isPiece, show, textOf } from './pieces.js';
import { shared } from './shared.js';

const CLOSED = new Set(shared.CLOSED);
const EMPHASIS = new Set(shared.EMPHASIS);
const INLINE = new Set(shared.INLINE);

/** Elements whose text is read, for the sake of its surroundings, but not linked. */
const KEPT = 'a, [data-regel], [data-regel-nicht]';

const isClosed = (node) => CLOSED.has(node.localName) || node.isContentEditable;

/** The blocks of a container with text of their own; each is linked separately, so that the page can do other work in between. With
 * `path` only those on it and those below the elements in `fresh`. An area within another is linked separately. */
export function blocks(container, path, fresh) {
  const nodes = [...container.childNodes];
  const inner = nodes.filter((node) => node.nodeType === Node.ELEMENT_NODE);
  const isBlock = ({ localName }) => !INLINE.has(localName) && !EMPHASIS.has(localName) && localName !== 'br';
  const onlyBlocks = inner.length && inner.every(isBlock) && nodes.every((node) => node.nodeType !== Node.TEXT_NODE || !node.data.trim());
  if (!onlyBlocks) return [container];
  const way = fresh?.has(container) ? null : path;
  const isWanted = (node) => !isClosed(node) && !node.hasAttribute('data-regel-auto') && (!way || way.has(node));
  return inner.filter(isWanted).flatMap((node) => blocks(node, way, fresh));
}

/** A block's text as the finder reads it (emphasis as "*", ends of blocks as empty lines), the places of its text nodes, and the
 * ends. */
function read(block) {
  const nodes = [], borders = [];
  let text = '';
  const walk = (parent, kept) => {
    for (const node of parent.childNodes) {
      if (isPiece(node)) continue;
      if (node.nodeType === Node.TEXT_NODE) {
        const start = text.length;
        text += textOf(node);
        nodes.push({ node, start, end: text.length, kept });
      } else if (node.nodeType === Node.ELEMENT_NODE) {
        const name = node.localName;
        const mark = EMPHASIS.has(name) ? '*' : INLINE.has(name) ? '' : name === 'br' ? '\n' : '\n\n';
        if (mark.length > 1) borders.push(text.length);
        text += mark;
        if (!isClosed(node)) walk(node, kept || node.matches(`${KEPT}, [data-regel-auto]`));
        if (mark.length > 1) borders.push(text.length);
        if (name !== 'br') text += mark;
      }
    }
  };
  walk(block, Boolean(block.closest(KEPT)));
  const mask = new Uint8Array(text.length);
  for (const { start, end, kept } of nodes) if (kept) mask.fill(1, start, end);
  return { text, nodes, mask, borders: [...borders, text.length] };
}

/** Make exactly a block's references links; with `first` only those that it accepts. */
export function linkBlock(block, find, part, linkTo, first) {
  const isWanted = first ? first(block) : () => true;
  const { text, nodes, mask, borders } = read(block);
  const all = [];
  let begin = 0;
  for (const border of mask.every(Boolean) ? [] : borders) { // no reference spans two blocks
    for (const { start, end, id } of find(text.slice(begin, border), part)) {
      if (!mask.subarray(start + begin, end + begin).includes(1) && isWanted(id)) all.push({ start: start + begin, end: end + begin, id });
    }
    begin = border;
  }
  let next = 0;
  for (const { node, start, end } of nodes) { // a reference over several nodes is linked in the first
    const here = [];
    for (; all[next]?.start < end; next++) here.push([all[next].start - start, Math.min(all[next].end, end) - start, all[next].id]);
    show(node, here, linkTo);
  }
}
