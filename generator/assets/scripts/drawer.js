/* The drawer opens without a script by a label and a hidden checkbox, which keys cannot reach. This script adds buttons, closing
   by Esc and by the phone's back gesture, and marks the current page, part and system. */

import { closeByBack } from './back.js';
import { element, isPlain } from './site.js';

export function start() {
  const box = document.getElementById('__drawer');
  const drawer = document.querySelector('.md-sidebar--primary');
  if (!box || !drawer) return;
  drawer.id = 'n-menue';
  for (const label of document.querySelectorAll('.n-menueknopf, [data-dock] label[for="__drawer"]')) asButton(label, box, drawer);
  mark(drawer);
  const close = () => {
    if (!box.checked) return;
    box.click();
    [...document.querySelectorAll(`button[aria-controls="${drawer.id}"]`)].find((button) => button.getClientRects().length)?.focus();
  };
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && !document.querySelector('dialog[open]') && close());
  const { enter, leave } = closeByBack('nachschlagMenue', () => box.checked, close);
  let isGoing = false; // a link is leading to another page
  box.addEventListener('change', () => isGoing || (box.checked ? enter() : leave()));
  drawer.addEventListener('click', (event) => {
    const link = event.target.closest('a[href]');
    if (!link || link.target || !box.checked || event.defaultPrevented || !isPlain(event)) return;
    event.preventDefault();
    isGoing = link.href !== window.location.href;
    if (isGoing) box.click(); // the browser may show the page again as it was left
    else close();
    if (isGoing) window.location.replace(link.href); // in place of the drawer's state in the history
    isGoing = false;
  });
}

/** Mark the page, part and system named by the page's path; adds a part that the drawer lacks. */
function mark(drawer) {
  const [system, part] = document.querySelectorAll('.n-pfad a');
  const here = window.location.href.split(/[?#]/)[0];
  const links = [...drawer.querySelectorAll('a.md-nav__link')];
  const at = (address) => links.find(({ href }) => href === address);
  const inSystem = system && at(system.href);
  if (inSystem && part && !at(part.href)) inSystem.after(element('a', { href: part.href, class: 'md-nav__link n-menue-teil', 'aria-current': 'true' }, part.textContent));
  for (const link of [inSystem, part && at(part.href)]) link?.setAttribute('aria-current', 'true');
  at(here)?.setAttribute('aria-current', 'page');
}

/** Whether a link is visible: of nested lists only one is; true if the browser cannot tell. */
const isSeen = (link) => link.checkVisibility?.({ visibilityProperty: true, opacityProperty: true }) ?? true;

function asButton(label, box, drawer) {
  const { className, title } = label;
  const click = () => {
    box.click();
    if (box.checked) [...drawer.querySelectorAll('a')].find(isSeen)?.focus({ preventScroll: true });
  };
  const button = element('button', { type: 'button', class: className, 'aria-controls': drawer.id, 'aria-expanded': String(box.checked), click }, ...label.childNodes);
  if (title) button.setAttribute('aria-label', title);
  box.addEventListener('change', () => button.setAttribute('aria-expanded', String(box.checked)));
  label.replaceWith(button);
}
