/* All scripts of our pages in one file. They are independent: if one fails, the others still work. */

import { start as board } from './board.js';
import { start as collections } from './collections.js';
import { start as collectionsHome } from './collections-home.js';
import { start as contents } from './contents.js';
import { start as drawer } from './drawer.js';
import { alternates, aside, copied, details, follow, wide } from './every-page.js';
import { start as install } from './install.js';
import { start as offline } from './offline.js';
import { start as pins } from './pins.js';
import { start as popover } from './popover.js';
import { start as scheme } from './scheme.js';
import { start as sheet } from './sheet.js';
import { start as tables } from './tables.js';
import { start as tools } from './tools.js';

const all = [scheme, drawer, alternates, aside, follow, details, collections, collectionsHome, sheet, contents, popover, pins, board, tables, tools, copied, wide, install, offline];
for (const start of all) {
  try {
    start();
  } catch (problem) {
    console.error(problem);
  }
}
