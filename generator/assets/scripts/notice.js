/* A short message at the bottom of the page about what just happened, also for screen readers. */

import { element } from './site.js';

const SHOWN = 5000;
let region;
let timer;

/** Show a sentence. It disappears by itself, so that lasting information belongs on the page. */
export function say(text) {
  region ??= element('div', { class: 'n-meldung', role: 'status' });
  region.textContent = '';
  // Anything behind an open dialog is neither visible nor read out.
  const place = document.querySelector('dialog[open]') ?? document.body;
  if (region.parentNode !== place) place.append(region);
  clearTimeout(timer);
  // Screen readers do not yet listen to a region just added to the page.
  timer = setTimeout(() => {
    region.textContent = text;
    timer = setTimeout(() => { region.textContent = ''; }, SHOWN);
  }, 60);
}
