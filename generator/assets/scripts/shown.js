/* Shows rules where other scripts want them, which send an event: `new CustomEvent('nachschlag:zeigen', {detail: {link, place}})` with the
   link of a hit and the element that takes its rule. */

import { contents, toPassage, toSection } from './contents.js';
import { hitAt } from './references.js';

export function start() {
  document.addEventListener('nachschlag:zeigen', ({ detail: { link, place } }) => {
    const { id, title, passage } = hitAt(link);
    const made = contents(id, title);
    place.replaceChildren(made.box);
    made.ready.then(() => {
      toSection(made);
      toPassage({ passage, box: made.box });
    });
  });
}
