/* A file → the roster's tree: takeaway/roster/read.py for browsers. New Recruit's JSON, BattleScribe's XML, that in a zip, plain text.

   Files are untrusted: sizes are bounded, a DOCTYPE is refused (no entity is ever expanded), and nothing in them is fetched or run. */

import { BadRoster } from './bad_roster.js';
import { bad_roster as bad } from './shared.js';
import { treeOfText } from './text.js';
import { isZip, unpacked } from './zip.js';

/** The tree of a file's bytes. Rejects with a BadRoster. */
export async function treeOf(bytes) {
  if (bytes.length > bad.MOST_BYTES) throw new BadRoster('big');
  const text = decoded(isZip(bytes) ? await unpacked(bytes, bad.MOST_BYTES) : bytes).trimStart();
  if (text.startsWith('{')) return ofJson(text);
  if (text.startsWith('<')) return ofXml(text);
  const tree = treeOfText(text);
  if (!tree) throw new BadRoster('unknown');
  return tree;
}

const MARKS = [['utf-8', 0xef, 0xbb, 0xbf], ['utf-16le', 0xff, 0xfe], ['utf-16be', 0xfe, 0xff]];

/** The encoding that a byte order mark or zero bytes show, or "". */
function marked(bytes) {
  const mark = MARKS.find(([, ...start]) => start.every((byte, at) => bytes[at] === byte));
  if (mark || bytes.length < 2) return mark?.[0] ?? '';
  return !bytes[0] && bytes[1] ? 'utf-16be' : bytes[0] && !bytes[1] ? 'utf-16le' : '';
}

/** Decode by byte order mark, zero bytes or XML declaration, otherwise as UTF-8. */
function decoded(bytes) {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1024)).trimStart().split('>')[0];
  const declared = (head.startsWith('<?xml') && /encoding\s*=\s*["']([^"']{1,40})["']/.exec(head)?.[1]) || 'utf-8';
  const name = marked(bytes) || (/^utf-?(?:16|32)/i.test(declared) ? 'utf-8' : declared); // a readable declaration disproves it
  let decoder;
  try {
    decoder = new TextDecoder(name, { fatal: true });
  } catch {
    throw new BadRoster('encoding', name);
  }
  try {
    return decoder.decode(bytes);
  } catch {
    throw new BadRoster('letters', decoder.encoding.toUpperCase());
  }
}

function ofJson(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BadRoster('json');
  }
  if (!Array.isArray(value.roster?.forces)) throw new BadRoster('otherJson');
  return value.roster;
}

/** BattleScribe's XML, in which levels of lists and of their members alternate below the roster. */
function ofXml(text) {
  if (/<!DOCTYPE/i.test(text)) throw new BadRoster('doctype');
  let start = text; // behind the declaration and comments
  for (let end; (end = start.startsWith('<?') ? '?>' : start.startsWith('<!--') && '-->');) start = start.slice(start.indexOf(end) + end.length).trimStart();
  const first = /^<([\p{L}_][^\s/>]*)/u.exec(start)?.[1].split(':').at(-1) ?? '';
  if (first !== 'roster') throw new BadRoster('otherXml', first);
  const { documentElement: root } = new DOMParser().parseFromString(text, 'application/xml');
  if (root.localName === 'parsererror' || root.getElementsByTagName('parsererror').length) throw new BadRoster('xml');
  return member(root, 1);
}

function member(element, deep) {
  if (deep > bad.MOST_DEEP) throw new BadRoster('deep');
  const node = Object.create(null); // a name such as "__proto__" is an ordinary one
  for (const { name, value } of element.attributes) node[name] = value;
  node.$text = Array.from(element.childNodes, ({ nodeType, data }) => (nodeType === 3 || nodeType === 4 ? data : '')).join('');
  for (const list of element.children) {
    if (!Array.isArray(node[list.localName])) node[list.localName] = [];
    for (const one of list.children) node[list.localName].push(member(one, deep + 2));
  }
  return node;
}
