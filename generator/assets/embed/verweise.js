/* einbetten-1-verweise.js: the finder of references, and what links texts with it, handed to einbetten-1.js. */

import { areas } from './areas.js';
import { finder } from './finder.js';

dispatchEvent(new CustomEvent('nachschlag:verweise', { detail: Object.assign(finder, { areas }) }));
