/* Offers to install the site as an app: once, from the second visit on, in browsers that can be asked to (Chromium).
   Stored as "install": {visits, offered}. */

import { showBar } from './notice.js';
import { read, readTab, write, writeTab } from './store.js';

const NAME = 'install';

const kept = () => read(NAME, { visits: 0, offered: false });

/** A tab is a visit, however many pages it shows. */
function count() {
  if (readTab('visit')) return;
  writeTab('visit', true);
  write(NAME, { ...kept(), visits: kept().visits + 1 });
}

export function start() {
  count();
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault(); // the browser's own would come at any time
    const { visits, offered } = kept();
    if (visits < 2 || offered || !write(NAME, { visits, offered: true })) return;
    const bar = showBar('Als App', 'Als App auf dem Startbildschirm', 'Installieren', () => {
      bar.remove();
      event.prompt();
    });
  });
}
