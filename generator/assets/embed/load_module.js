/* load.js of the ES module, which has everything in one file. */

import { finder } from './link.js';
import { pages } from './pages.js';

export const loadFinder = async () => finder;
export const loadPages = async () => pages;
