/* einbetten-1.js: rules on other sites' pages. Hints at links to this site and at data-regel="spiel/regel" or "spiel:Regel",
   <regel-karte ref="spiel/regel">, and data-regel-auto="spiel". Sets no cookie, stores nothing, contacts only its own site. */

import { hints } from './hint.js';
import { card, shadow } from './parts.js';
import { rule } from './rules.js';
import { address, option } from './site.js';
import { link, observe, refresh } from './texts.js';

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

/** Give a frame with our page the height that it asks for. */
function resize({ origin, source, data }) {
  if (origin !== new URL(address('')).origin || data?.type !== 'nachschlag:hoehe' || !(data.height > 0)) return;
  for (const frame of document.querySelectorAll('iframe')) if (frame.contentWindow === source) frame.style.height = `${Math.ceil(data.height)}px`;
}

function begin() {
  refresh();
  if (option('beobachten')) observe();
}

if (!customElements.get('regel-karte')) {
  customElements.define('regel-karte', RuleCard);
  hints();
  addEventListener('message', resize);
  addEventListener('nachschlag:verlinken', ({ target }) => {
    const around = target.parentElement?.closest('[data-regel-auto]');
    if (around) link(around, target).catch(() => {});
    refresh(target.parentNode ?? document);
  });
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', begin);
  else begin();
}
