/* Light or dark. The page's first script (partials/javascripts/palette.html) sets the scheme before anything is visible; this one
   adds the button. Stores the choice; choosing the device's own scheme follows the device again. */

import { onChange, read, write } from './store.js';

const NAME = 'scheme';
const dark = window.matchMedia('(prefers-color-scheme: dark)');
const devices = () => (dark.matches ? 'slate' : 'default');
const chosen = () => [read(NAME, null)].find((scheme) => scheme === 'default' || scheme === 'slate') ?? devices();

export function start() {
  const button = document.querySelector('[data-farbschema]');
  if (!button) return;
  const show = (scheme) => {
    document.body.setAttribute('data-md-color-scheme', scheme);
    button.title = scheme === 'slate' ? 'Heller Hintergrund' : 'Dunkler Hintergrund';
    button.setAttribute('aria-label', button.title);
  };
  button.addEventListener('click', () => {
    const next = document.body.getAttribute('data-md-color-scheme') === 'slate' ? 'default' : 'slate';
    write(NAME, next === devices() ? null : next);
    show(next);
  });
  onChange(NAME, (scheme) => show(scheme ?? devices()));
  dark.addEventListener('change', () => show(chosen()));
  show(chosen());
  button.hidden = false;
}
