/* Scripts that only those fetch who need them: the finder of references, and what changes texts of the page. */

import { files } from './files.js';
import { nonce, source } from './own.js';
import { address, once, trusted } from './site.js';

/** A script hands itself over with an event. */
const load = (name) => once(name, () => new Promise((resolve, reject) => {
  const script = document.createElement('script'), [file, integrity] = files[name];
  addEventListener(`nachschlag:${name}`, ({ detail }) => resolve(detail), { once: true });
  script.onerror = reject;
  script.nonce = nonce;
  if (integrity) Object.assign(script, { integrity, crossOrigin: 'anonymous' });
  script.src = trusted('createScriptURL', integrity ? new URL(file, source).href : address(file)); // a copy has its own beside it
  document.head.append(script);
}));

export const loadFinder = () => load('verweise');
export const loadPages = () => load('seite');
