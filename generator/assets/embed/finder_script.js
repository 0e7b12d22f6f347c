/* einbetten-1-verweise.js: the finder of references, passed to einbetten-1.js. */

import { finder } from './link.js';

dispatchEvent(new CustomEvent('nachschlag:verweise', { detail: finder }));
