/* einbetten-1-seite.js: what changes texts and links of the page, handed to einbetten-1.js. */

import { pages } from './pages.js';

dispatchEvent(new CustomEvent('nachschlag:seite', { detail: pages }));
