/* einbetten-1-verweise.js: a text's references with what they point to, link.py for browsers; handed to einbetten-1.js with what puts links
   into a block and keeps them there. */

import { opened } from './finder_index.js';
import { blocks, linkBlock } from './markup_html.js';
import { forgive, isPiece, settle } from './pieces.js';
import { isPage, referenceFinder } from './references.js';
import { resolver } from './resolve.js';

/** An index as fetched → (text, part) → [{start, end, id}], in order; `part` is the id or title of the part a text stands in. */
function finder(index) {
  const { entries, pages, parts, system, ...known } = opened(index);
  const find = referenceFinder(known), resolve = resolver({ entries, parts, ...known });

  return (text, part) => {
    let next = 0;
    return text.split(known.all.item).flatMap((piece) => { // no reference goes on in another item of a list
      const at = next;
      next += piece.length + 1;
      return find(piece).flatMap((one) => {
        const page = isPage(one) && pages.includes(Number(one.figure)) && `seite/${Number(one.figure)}`;
        const [slug = page] = entries[resolve(one, parts[part])] ?? [];
        return slug ? { start: at + one.start, end: at + one.end, id: `${system}/${slug}` } : [];
      });
    });
  };
}

dispatchEvent(new CustomEvent('nachschlag:verweise', { detail: Object.assign(finder, { blocks, linkBlock, forgive, isPiece, settle }) }));
