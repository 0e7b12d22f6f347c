/* Links in a text node that the page still owns: the node keeps the text before the first link, and the pieces follow it.
 * Frameworks hold the node and may write, move or remove it; our pieces follow. */

const linked = new WeakMap(); // text node → { text, found, pieces }
const owners = new WeakMap(); // piece → text node
let refused = new WeakSet();

/** The text of a node as its owner wrote it. */
export const textOf = (node) => linked.get(node)?.text ?? node.data;

export const isPiece = (node) => owners.has(node);

/** Link again from now on where the page removed links. */
export function forgive() {
  refused = new WeakSet();
}

function forget(node) {
  for (const [piece] of linked.get(node).pieces) owners.delete(piece);
  linked.delete(node);
}

/** Remove a node's pieces, except those changed by others. */
function undo(node) {
  for (const [piece, text] of linked.get(node).pieces) if (piece.textContent === text) piece.remove();
  forget(node);
}

function restore(node) {
  const { text } = linked.get(node);
  undo(node);
  node.data = text;
}

/** Put exactly these links, [[start, end, id]], into a text node; `linkTo` makes an empty one. */
export function show(node, found, linkTo) {
  const known = linked.get(node);
  if (known ? String(known.found) === String(found) : !found.length || refused.has(node.parentNode)) return;
  if (known) restore(node);
  if (!found.length) return;
  const text = node.data, parts = [], pieces = [];
  const add = (part, written) => {
    parts.push(part);
    pieces.push([part, written]);
    owners.set(part, node);
  };
  let at = found[0][0];
  if (!at) add(document.createTextNode(''), ''); // normalize() removes it together with the empty node
  for (const [start, end, id] of found) {
    if (start > at) add(document.createTextNode(text.slice(at, start)), text.slice(at, start));
    const link = linkTo(id), written = text.slice(start, end);
    link.textContent = written;
    add(link, written);
    at = end;
  }
  if (at < text.length) add(document.createTextNode(text.slice(at)), text.slice(at));
  node.after(...parts);
  node.data = text.slice(0, found[0][0]);
  linked.set(node, { text, found, pieces });
}

/** Adapt to the page's changes to a node and its pieces. */
function mend(node, isRemoved) {
  const { pieces } = linked.get(node);
  const [[first, text], [second]] = [...pieces, []];
  const isNormalized = !text && !first.parentNode && second?.parentNode;
  const areBeside = pieces.every(([piece]) => piece.parentNode === node.parentNode);
  if (isRemoved ? !isNormalized : areBeside && node.nextSibling !== first) return restore(node);
  if (node.parentNode) refused.add(node.parentNode); // the page rejects our links there
  return forget(node);
}

/** After changes by others, keep exactly the text that they wrote. → the nodes without links now. */
export function settle(records) {
  const written = new Set(), removed = new Set(), near = new Set();
  for (const { type, target, addedNodes, removedNodes, previousSibling } of records) {
    if (type === 'characterData') written.add(target);
    if (addedNodes[0]?.localName === 'font') continue; // the browser's translator, which takes the other pieces next
    for (const node of removedNodes) {
      removed.add(node);
      near.add(owners.get(node));
    }
    if (addedNodes.length) near.add(previousSibling).add(owners.get(previousSibling));
  }
  const bare = [];
  for (const node of new Set([...written, ...removed, ...near])) {
    const known = linked.get(node);
    if (!known) continue;
    let at = node;
    const isWritten = written.has(node);
    if (!isWritten && known.pieces.every(([piece]) => (at = at?.nextSibling) === piece)) continue;
    if (isWritten) undo(node);
    else mend(node, removed.has(node));
    bare.push(node);
  }
  return bare;
}
