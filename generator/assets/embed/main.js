/* einbetten-1.js: rules on other sites' pages. <regel-karte ref="spiel/regel">, data-regel="spiel/regel" or "spiel:Regel", and
   data-regel-auto="spiel". Sets no cookie, stores nothing, contacts only its own site. */

import { hints } from './hint.js';
import { card, shadow } from './parts.js';
import { address, linkTexts, rule } from './site.js';

/** A rule's card. Shows the element's own content until the rule has loaded, and if it fails to. */
class RuleCard extends HTMLElement {
  static observedAttributes = ['ref'];

  async attributeChangedCallback() {
    const ref = this.getAttribute('ref') ?? '';
    try {
      const found = await rule(ref).catch(() => null);
      if (ref !== this.getAttribute('ref') || (!found && !this.shadowRoot)) return;
      const shown = found ? card(found, true) : document.createElement('slot');
      shadow(this).replaceChildren(shown);
    } catch {
      // the element keeps its content
    }
  }
}

/** Link an area, or a place in it; without the site the text stays as it is. */
const link = (area, place = area) => { linkTexts(area, place).catch(() => {}); };

/** Texts to link and elements to be reached by keyboard, in a part of the page. */
function prepare(root) {
  for (const one of root.querySelectorAll('[data-regel]')) if (one.tabIndex < 0) one.tabIndex = 0;
  for (const one of root.querySelectorAll('[data-regel-auto]')) link(one);
}

/** Frames with our pages get the height they ask for. */
function resize({ origin, source, data }) {
  if (origin !== new URL(address('')).origin || data?.type !== 'nachschlag:hoehe' || !(data.height > 0)) return;
  for (const frame of document.querySelectorAll('iframe')) if (frame.contentWindow === source) frame.style.height = `${Math.ceil(data.height)}px`;
}

if (!customElements.get('regel-karte')) {
  customElements.define('regel-karte', RuleCard);
  hints();
  addEventListener('message', resize);
  addEventListener('nachschlag:verlinken', ({ target }) => {
    const around = target.parentElement?.closest('[data-regel-auto]');
    if (around) link(around, target);
    prepare(target.parentNode ?? document);
  });
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', () => prepare(document));
  else prepare(document);
}
