/* What is copied from a page, without its soft hyphens. */

import { element } from './site.js';

const SOFT = /\u00ad/g;

export function start() {
  document.addEventListener('copy', (event) => {
    const selection = window.getSelection();
    const text = String(selection);
    if (event.defaultPrevented || !text.match(SOFT)) return;
    const box = element('div', {}, selection.getRangeAt(0).cloneContents());
    event.clipboardData.setData('text/plain', text.replace(SOFT, ''));
    event.clipboardData.setData('text/html', box.innerHTML.replace(SOFT, ''));
    event.preventDefault();
  });
}
