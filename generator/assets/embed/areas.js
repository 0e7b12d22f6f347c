/* The parts of the page in which to link texts, now and whenever they change, without disturbing the page's framework. */

import { blocks, linkBlock } from './markup_html.js';
import { forgive, isPiece, settle } from './pieces.js';

/** The longest time, in milliseconds, for which anything else on the page waits for us. */
const SLICE = 16;

/** Rest for this many times as long as linking took, but at most a second. */
const REST = 9;

const WATCHED = { subtree: true, childList: true, characterData: true, attributeFilter: ['data-regel-nicht'] };

const isText = ({ nodeType }) => nodeType === Node.TEXT_NODE;
const isElement = ({ nodeType }) => nodeType === Node.ELEMENT_NODE;

/** Add a node and its ancestors to a path. */
function lead(path, node) {
  for (let one = node; one && !path.has(one); one = one.parentNode) path.add(one);
}

/** Whether React renders an element, or what is in it: it leaves a mark on every node. */
const isReacts = (element) => [element, ...element.children].some((one) => Object.keys(one).some((key) => key.startsWith('__react')));

/** (area, a place in it) → promise that its texts are linked. `page` gives a rule's address, `finderOf` a system's finder. */
export function areas({ page, finderOf, option }) {
  const warned = new WeakSet(), holders = new WeakMap();
  const matters = (node) => !isPiece(node) && (isText(node) || (isElement(node) && !node.hasAttribute('data-regel-nicht')));
  const links = new Map(), site = page('x').slice(0, -2); // to make an address for each takes its time
  let path = new Set(), fresh = new Set(), pause = 0, timer = null;

  /** An empty link to a rule; a copy of the first one takes a fraction of the time. */
  function linkTo(id) {
    if (!links.has(id)) {
      const link = document.createElement('a');
      link.href = `${site}${id}/`;
      link.className = 'nachschlag-verweis';
      link.setAttribute('data-regel', id);
      links.set(id, link);
    }
    return links.get(id).cloneNode();
  }

  /** (a block) → (an id) → whether it may be linked there: once in each text, as long as the block with the link exists. */
  function firstIn(area) {
    if (!holders.has(area)) holders.set(area, new Map());
    const holder = holders.get(area);
    return (block) => {
      const here = new Set();
      return (id) => {
        const other = holder.get(id);
        if (here.has(id) || (other && other !== block && area.contains(other))) return false;
        here.add(id);
        return holder.set(id, block);
      };
    };
  }

  const observer = new MutationObserver(heed);

  async function link(area, way, below) {
    const { regelAuto: system, regelTeil: part } = area.dataset;
    const find = await finderOf(system);
    if (!warned.has(area) && isReacts(area)) {
      warned.add(area);
      console.warn('nachschlag: React verwaltet diesen Text; data-regel-auto ändert ihn. Besser: find() aus nachschlag.mjs.', area);
    }
    observer.observe(area, WATCHED);
    const first = (area.hasAttribute('data-regel-einmal') || option('einmal')) && firstIn(area);
    let begun = performance.now();
    for (const block of blocks(area, way, below)) {
      heed(observer.takeRecords());
      linkBlock(block, find, part, linkTo, first);
      observer.takeRecords(); // our own
      if (performance.now() - begun < SLICE) continue;
      await new Promise((next) => setTimeout(next));
      begun = performance.now();
    }
  }

  async function linkChanged() {
    const way = path, below = fresh, begun = performance.now();
    path = new Set();
    fresh = new Set();
    await Promise.all([...way].filter((one) => one.matches?.('[data-regel-auto]')).map((area) => link(area, way, below).catch(() => {})));
    pause = Math.min(1000, REST * (performance.now() - begun));
    timer = path.size ? setTimeout(linkChanged, pause) : null;
  }

  /** Repair changes by others at once; link new text a little later. */
  function heed(records) {
    if (!records.length) return;
    for (const node of settle(records)) lead(path, node);
    observer.takeRecords(); // our own
    for (const { type, target, addedNodes, removedNodes } of records) {
      if (type !== 'childList') lead(path, target);
      if (type === 'attributes') fresh.add(target);
      if (addedNodes[0]?.localName === 'font') continue; // the browser's translator
      const added = [...addedNodes].filter(matters);
      for (const node of added) fresh.add(node);
      if (added.length || [...removedNodes].some(matters)) [target, ...added].forEach((node) => lead(path, node));
    }
    if (path.size) timer ??= setTimeout(linkChanged, pause);
  }

  return (area, place) => {
    const way = new Set();
    lead(way, place);
    forgive();
    return link(area, way, new Set([place]));
  };
}
