/* The search over the whole screen of a phone: the field above, hits below, the page itself hidden and unreachable.
   The page keeps its scroll position, and the phone's back gesture closes the panel as the button does. */

import { closeByBack } from '../../generator/assets/scripts/back.js';
import { element } from '../../generator/assets/scripts/site.js';

const SMALL = window.matchMedia('(max-width: 59.99em)');
/** Pixels that the keyboard of a small phone leaves, at most. */
const LOW = 420;
/** The panel's state in the history. */
const STATE = 'nachschlagSuche';
const AS_DIALOG = { role: 'dialog', 'aria-modal': 'true', 'aria-label': 'Suche' };

/** Everything focusable outside an element and its ancestors. */
function others(inside) {
  const found = [];
  for (let at = inside; at !== document.body; at = at.parentElement) {
    found.push(...Array.from(at.parentElement.children).filter((beside) => beside !== at && !beside.inert && beside.nodeName !== 'DIALOG'));
  }
  return found;
}

export class Panel {
  /** `dock` is the element that becomes the panel, `form` the search in it; calls `closed()` when the panel has been closed. */
  constructor(dock, form, closed) {
    this.dock = dock;
    this.form = form;
    this.closed = closed;
    this.isOpen = false;
    this.inert = [];
    form.querySelector('input').after(element('button', { type: 'button', class: 'n-suche__schliessen', click: () => this.close() }, 'Schließen'));
    dock.tabIndex = -1;
    this.listen();
  }

  /** Whether the screen is so small that the search covers it. */
  get isWanted() {
    return SMALL.matches;
  }

  listen() {
    this.history = closeByBack(STATE, () => this.isOpen, () => this.shut());
    SMALL.addEventListener('change', () => this.isOpen && this.close());
    for (const name of ['resize', 'scroll']) window.visualViewport?.addEventListener(name, () => this.isOpen && this.fit());
  }

  /** @param {Element | null} from the element that had the focus */
  open(from) {
    if (this.isOpen) return;
    this.isOpen = true;
    this.from = from && from !== document.body && !this.dock.contains(from) ? from : null;
    this.inert = others(this.form);
    for (const beside of this.inert) beside.inert = true;
    this.dock.classList.add('n-dock--offen');
    for (const [name, value] of Object.entries(AS_DIALOG)) this.dock.setAttribute(name, value);
    this.fit();
    if (!this.left) this.history.enter();
  }

  /** Fit the height that the on-screen keyboard leaves. */
  fit() {
    const { height, offsetTop } = window.visualViewport ?? { height: window.innerHeight, offsetTop: 0 };
    this.dock.classList.toggle('n-dock--niedrig', height < LOW);
    this.dock.style.setProperty('--n-hoehe', `${height}px`);
    this.dock.style.setProperty('--n-oben', `${offsetTop}px`);
  }

  /** Close it and remove its state from the history. */
  close() {
    if (!this.isOpen) return;
    this.shut();
    this.history.leave();
  }

  shut() {
    this.isOpen = false;
    for (const beside of this.inert) beside.inert = false;
    this.dock.classList.remove('n-dock--offen');
    for (const name of Object.keys(AS_DIALOG)) this.dock.removeAttribute(name);
    // The field itself would bring the on-screen keyboard back.
    (this.from ?? this.dock).focus({ preventScroll: true });
    this.closed();
  }

  /** The query and scroll position with which the user left the panel for another page, {text, top}, or null. */
  get left() {
    return this.isWanted ? window.history.state?.[STATE]?.asked ?? null : null;
  }

  /** Keep a query and its scroll position in the history. */
  keep(asked) {
    if (this.isOpen) window.history.replaceState({ ...window.history.state, [STATE]: { asked } }, '');
  }
}
