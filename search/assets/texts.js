/* The texts of hits, line by line, for snippets and for "these words": from the search's own files, or offline from the bundles, whose
   finished HTML has the same words. */

import { concept, lookUp } from '../../generator/assets/scripts/bundles.js';
import { load } from '../../generator/assets/scripts/data.js';
import { plain } from './core/shared.js';

const LINES = 'p, li, tr, dd, h2, h3, h4, h5, h6';

/** The lines of a text: each paragraph, list item and table row, as documents.py writes them. */
function linesOf(html) {
  const found = new DOMParser().parseFromString(html, 'text/html').querySelectorAll(LINES);
  const innermost = Array.from(found).filter((one) => !one.querySelector(LINES));
  const label = (one) => (one.matches('.n-karte__fakt dd') ? `${one.previousElementSibling.textContent}: ` : '');
  const pieces = (one) => (one.matches('tr') ? Array.from(one.cells) : [one]).map((piece) => piece.textContent.trim().replace(/\s+/g, ' '));
  const mark = (one) => (one.closest('.kasten-beispiel, .kasten-regeltext') ? plain.ASIDE : '');
  return innermost.map((one) => mark(one) + label(one) + pieces(one).join(' · ').replace(/\s+/g, ' ').trim()).join('\n');
}

async function fromBundle(id) {
  const found = await (id.startsWith('begriffe/') ? concept(id) : lookUp(id));
  if (found?.description) return [found.description, ...Object.values(found.notes), ...found.differences].join('\n'); // as in documents.py
  if (!found) return '';
  const { isTerm, short_html: definition, html } = found.record;
  return linesOf(`${(isTerm && definition) || ''}${html ?? ''}`);
}

/** The text of a document, or null if it is unavailable. */
export async function textOf({ id, system }) {
  const texts = await load(`assets/suche/texte-${system || 'begriffe'}.json`).catch(() => null);
  return texts ? texts[id] ?? '' : fromBundle(id).catch(() => null);
}

/** Adds the texts of documents to a search, for phrases; returns whether any was available. */
export async function readTexts(search, documents) {
  const texts = await Promise.all(documents.map((at) => textOf(search.document(at))));
  documents.forEach((at, place) => texts[place] !== null && search.addText(at, texts[place]));
  return texts.some((text) => text !== null);
}
