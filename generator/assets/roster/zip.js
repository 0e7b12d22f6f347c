/* The only roster in a zip, unpacked by the browser; reads a bounded number of bytes, whatever size the zip claims. */

import { BadRoster } from './bad_roster.js';
import { read } from './shared.js';

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const LONGEST_COMMENT = 65_557;
const DEFLATED = 8;

export const isZip = (bytes) => bytes[0] === 0x50 && bytes[1] === 0x4b;

/** The bytes of the list in a zip. Rejects with a BadRoster. */
export async function unpacked(bytes, most) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let data;
  try {
    const files = entries(view, bytes).filter(({ name }) => !name.endsWith('/') && !name.startsWith(read.OF_MACOS));
    const lists = files.filter(({ name }) => name.toLowerCase().endsWith('.ros'));
    const [one, ...more] = lists.length ? lists : files;
    if (!one || more.length) throw new BadRoster('zipFiles', more.length + (one ? 1 : 0));
    data = await content(one, view, bytes, most);
  } catch (problem) {
    throw problem instanceof BadRoster ? problem : new BadRoster('zip');
  }
  return data;
}

/** {name, method, isLocked, size, start} of each file in the directory at the zip's end. Throws if that is damaged. */
function entries(view, bytes) {
  let end = bytes.length - 22;
  while (view.getUint32(end, true) !== END) {
    end -= 1;
    if (end < bytes.length - LONGEST_COMMENT) throw new RangeError('no directory');
  }
  const found = [];
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left; left -= 1) {
    if (view.getUint32(at, true) !== ENTRY) throw new RangeError('no entry');
    const [name, extra, comment] = [28, 30, 32].map((place) => view.getUint16(at + place, true));
    found.push({
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + name)),
      isLocked: Boolean(view.getUint16(at + 8, true) & 1),
      method: view.getUint16(at + 10, true),
      size: view.getUint32(at + 20, true),
      start: view.getUint32(at + 42, true),
    });
    at += 46 + name + extra + comment;
  }
  return found;
}

async function content({ isLocked, method, size, start }, view, bytes, most) {
  if (isLocked || ![0, DEFLATED].includes(method) || view.getUint32(start, true) !== LOCAL) throw new RangeError('not readable');
  const from = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
  const packed = bytes.subarray(from, from + size);
  const whole = method ? await inflated(packed, most) : packed;
  if (whole.length > most) throw new BadRoster('bigInside');
  return whole;
}

async function inflated(packed, most) {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const chunks = [];
  let length = 0;
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    length += value.length;
    if (length > most) {
      reader.cancel();
      throw new BadRoster('bigInside');
    }
    chunks.push(value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
