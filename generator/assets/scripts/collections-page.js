/* The page "Spickzettel": a player's own collections, and lists from an address (shared ones, ready-made ones, a whole part). Fills
   `<div data-spickzettel>`; until then the list and everything after it are hidden (70-collections.css). */

import { bundle } from './bundles.js';
import { fromFragment } from './collections-file.js';
import { onCollections } from './collections.js';
import { ListEditor } from './collections-editor.js';
import { showSelection } from './collections-selection.js';
import { after } from './once.js';
import { element } from './site.js';
import { partHeading } from './wording.js';

/** Milliseconds for which a list waits for its rules, so that it appears whole and nothing moves; after that, it shows titles. */
const PATIENCE = 1000;

const place = document.querySelector('[data-spickzettel]');
let editor = null;

async function show() {
  const asked = fromFragment(window.location.hash);
  editor = null;
  if (asked.shared) return showSelection(place, { ...asked.shared, isArranged: true, intro: 'Diesen Spickzettel hat jemand mit dir geteilt. Übernimmst du ihn, kommt er zu deinen dazu.' });
  if (asked.part) return showSelection(place, await partOf(asked.part));
  if (asked.sheet) return showSelection(place, await readyMade(asked.sheet));
  editor = new ListEditor(place, asked.list);
  return editor.drawn;
}

const shown = () => show().catch(() => place.replaceChildren(element('p', {}, 'Das ist gerade nicht zu haben: Das Netz fehlt, oder es gibt es nicht.')));

async function readyMade({ system, id }) {
  const { json } = await bundle(system);
  const { title, rules } = json.system.sheets.find((one) => one.id === id);
  const intro = 'Fertig zum Spielen. „Übernehmen“ macht daraus einen eigenen, den du änderst, wie du magst.';
  return { title: `${json.system.short}: ${title}`, ids: rules, unread: 0, intro, isArranged: true };
}

async function partOf({ system, id }) {
  const { json } = await bundle(system);
  const part = json.system.parts.find((one) => one.id === id);
  const ids = json.entries.filter(({ part_id: of }) => of === id).map((entry) => entry.id);
  return { title: `${json.system.name}: ${partHeading(part)}`, ids, unread: 0, intro: 'Alle Regeln dieses Teils, fertig zum Drucken.' };
}

onCollections(() => editor?.refresh());
window.addEventListener('hashchange', () => {
  window.scrollTo({ top: 0 }); // the ready-made ones stand below
  shown();
});
window.addEventListener('online', () => editor?.redraw());
Promise.race([shown(), after(PATIENCE)]).then(() => place.removeAttribute('aria-busy'));
