/* einbetten-1-seite.js: the changes to texts and links of the page, passed to einbetten-1.js. */

import { pages } from './pages.js';

dispatchEvent(new CustomEvent('nachschlag:seite', { detail: pages }));
