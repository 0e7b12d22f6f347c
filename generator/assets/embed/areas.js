/* The parts of the page whose texts are linked, now and whenever they change, without disturbing the page's framework. */

/** The longest time, in milliseconds, for which anything else on the page waits for us. */
const SLICE = 16;

/** Rest for this many times as long as linking took, but at most a second. */
const REST = 9;

const WATCHED = { subtree: true, childList: true, characterData: true, attributeFilter: ['data-regel-nicht'] };

const isText = ({ nodeType }) => nodeType === Node.TEXT_NODE;
const isElement = ({ nodeType }) => nodeType === Node.ELEMENT_NODE;

/** Add a node to a path with all that it stands in. */
function lead(path, node) {
  for (let one = node; one && !path.has(one); one = one.parentNode) path.add(one);
}

/** (area, a place in it) → promise that its texts are linked. `page` gives a rule's address, `finderOf` a system's finder; the rest is the
    finder script's. */
export function areas({ page, finderOf, blocks, linkBlock, forgive, isPiece, settle }) {
  const matters = (node) => !isPiece(node) && (isText(node) || (isElement(node) && !node.hasAttribute('data-regel-nicht')));
  const links = new Map();
  let path = new Set(), fresh = new Set(), pause = 0, timer = null;

  /** An empty link to a rule; a copy of the first one takes a fraction of the time. */
  function linkTo(id) {
    if (!links.has(id)) {
      const link = document.createElement('a');
      link.href = page(id);
      link.className = 'nachschlag-verweis';
      link.setAttribute('data-regel', id);
      links.set(id, link);
    }
    return links.get(id).cloneNode();
  }

  const observer = new MutationObserver(heed);

  async function link(area, way, below) {
    const { regelAuto: system, regelTeil: part } = area.dataset;
    const find = await finderOf(system);
    observer.observe(area, WATCHED);
    let begun = performance.now();
    for (const block of blocks(area, way, below)) {
      heed(observer.takeRecords());
      linkBlock(block, find, part, linkTo);
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

  /** Repair others' changes at once; link the new text a little later. */
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
