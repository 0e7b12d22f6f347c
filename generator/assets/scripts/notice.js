/* A short message at the bottom of the page about what just happened, and a bar with an offer; both also for screen readers. */

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

/** A bar with a sentence, a button that calls `run`, and one that closes it and calls `put`; replaces the bar before. Returns it. */
export function showBar(label, text, action, run, put) {
  document.querySelector('.n-angebot')?.remove();
  const close = { type: 'button', class: 'n-angebot__zu', 'aria-label': 'Später', click: () => { bar.remove(); put?.(); } };
  const bar = element('section', { class: 'n-angebot', 'aria-label': label }, element('span', { role: 'status' }),
    element('button', { type: 'button', click: run }, action), element('button', close, '×'));
  document.body.append(bar);
  bar.firstChild.textContent = text; // only once it is in the page, so that it is read out
  return bar;
}
