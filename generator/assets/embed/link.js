/* A text's references with their targets: link.py for browsers. */

import { opened } from './finder_index.js';
import { isPage, referenceFinder } from './references.js';
import { resolver } from './resolve.js';

/** An index as fetched → (text, part) → [{start, end, id, parameter}], in order; `part` is the id or title of the text's part.
 * `whole` gives the id that words alone mean, or "". */
export function finder(index) {
  const { entries, pages, parts, system, ...known } = opened(index);
  const find = referenceFinder(known), resolve = resolver({ entries, parts, ...known });

  function linked(text, part) {
    let next = 0;
    return text.split(known.all.item).flatMap((piece) => { // no reference spans two items of a list
      const at = next;
      next += piece.length + 1;
      return find(piece).flatMap((one) => {
        const page = isPage(one) && pages.includes(Number(one.figure)) && `seite/${Number(one.figure)}`;
        const [slug = page] = entries[resolve(one, parts[part])] ?? [];
        const parameter = (one.parameter?.[0] ?? '').replace(/^[ \u00a0()]+|[ \u00a0()]+$/g, '');
        return slug ? { start: at + one.start, end: at + one.end, id: `${system}/${slug}`, parameter } : [];
      });
    });
  }

  linked.whole = (words) => [`„${words}“`, `siehe ${words}`].flatMap((text) => linked(text).filter(({ start, end }) => text.slice(start, end) === words))[0]?.id ?? '';
  return linked;
}
