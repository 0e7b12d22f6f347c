/* Nachschlag: search fields and the search page.

   Every <form data-suche> gets suggestions during typing; the element [data-suche-seite] gets all hits for ?q=. Without this script the
   forms lead to the search page. */

import { followRecents, listenForKeys } from './dock.js';
import { Field, loadAhead } from './field.js';
import { addMissed } from './missed-list.js';
import { rememberSystem } from './system.js';
import { Page } from './page.js';
import { rememberVisit } from './recent.js';

rememberSystem();
rememberVisit();
const place = document.querySelector('[data-suche-seite]');
if (place) new Page(place).render();
addMissed();
const fields = Array.from(document.querySelectorAll('form[data-suche]'), (form) => new Field(form));
if (fields.length) {
  listenForKeys(fields);
  loadAhead();
}
for (const slot of document.querySelectorAll('[data-zuletzt]')) followRecents(slot);
