/* A short line at the foot of the page that says what just happened, also to screen readers. */

import { element } from './site.js';

const SHOWN = 5000;
let region;
let timer;

/** Say a sentence. It goes by itself; whatever matters longer must stand on the page. */
export function say(text) {
  region ??= element('div', { class: 'n-meldung', role: 'status' });
  region.textContent = '';
  // What is behind an open dialog is neither seen nor read out.
  const place = document.querySelector('dialog[open]') ?? document.body;
  if (region.parentNode !== place) place.append(region);
  clearTimeout(timer);
  // A region that has just come into the page is not listened to yet.
  timer = setTimeout(() => {
    region.textContent = text;
    timer = setTimeout(() => { region.textContent = ''; }, SHOWN);
  }, 60);
}
