/* Scripts that are fetched only if needed: the finder of references, and the changes to the page's texts. */

import { files } from './files.js';
import { nonce, source } from './own.js';
import { address, once, trusted } from './site.js';

/** Load a script, which passes on its exports in an event. */
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
