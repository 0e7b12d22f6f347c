/* The changes to texts and links of the page. */

import { areas } from './areas.js';
import { dresser } from './dress.js';

let made;

/** The tools of einbetten-1.js → { link(area, place), dress(links) }, one for the page. */
export function pages(tools) {
  made ??= { link: areas(tools), dress: dresser(tools) };
  return made;
}
