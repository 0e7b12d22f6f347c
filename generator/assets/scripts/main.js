/* Everything that our pages do with a script, in one file. Each module stands for itself: where one fails, the others go on. */

import { start as offline } from './offline.js';
import { start as popover } from './popover.js';
import { start as sheet } from './sheet.js';
import { start as tables } from './tables.js';

for (const start of [tables, sheet, popover, offline]) {
  try {
    start();
  } catch (problem) {
    console.error(problem);
  }
}
