/* einbetten-1.js: rules on other people's pages. <regel-karte ref="spiel/regel">, data-regel="spiel/regel" or "spiel:Regel", and
   data-regel-auto="spiel". Sets no cookie, stores nothing, asks nobody but the site that it comes from. */

import { hints } from './hint.js';
import { linkTexts } from './links.js';
import { card, shadow } from './parts.js';
import { address, rule } from './site.js';

/** A rule's card. What stands in the element is shown until the rule is there, and if it does not come. */
class RuleCard extends HTMLElement {
  static observedAttributes = ['ref'];

  async attributeChangedCallback() {
    const ref = this.getAttribute('ref') ?? '';
    const found = await rule(ref).catch(() => null);
    if (ref !== this.getAttribute('ref') || (!found && !this.shadowRoot)) return;
    shadow(this).replaceChildren(found ? card(found, true) : document.createElement('slot'));
  }
}

/** Texts to link and elements to be reached by keyboard, in a part of the page. */
function prepare(root) {
  for (const one of root.querySelectorAll('[data-regel]')) if (one.tabIndex < 0) one.tabIndex = 0;
  for (const one of root.querySelectorAll('[data-regel-auto]')) linkTexts(one).catch(() => {});
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
  addEventListener('nachschlag:verlinken', ({ target }) => prepare(target.parentNode ?? document));
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', () => prepare(document));
  else prepare(document);
}
