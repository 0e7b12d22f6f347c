/* The page "Spickzettel": a player's own lists, and lists that an address names (shared ones, a whole part). */

import { bundle } from './bundles.js';
import { fromFragment } from './collections-file.js';
import { onCollections } from './collections.js';
import { ListEditor } from './collections-editor.js';
import { showSelection } from './collections-selection.js';
import { element } from './site.js';

/** Fills `<div data-spickzettel>`. */
export function start() {
  const place = document.querySelector('[data-spickzettel]');
  if (!place) return;
  let editor = null;
  const show = async () => {
    const asked = fromFragment(window.location.hash);
    editor = null;
    if (asked.shared) showSelection(place, { ...asked.shared, intro: 'Diesen Spickzettel hat jemand mit dir geteilt. Übernimmst du ihn, kommt er zu deinen dazu.' });
    else if (asked.part) showSelection(place, await partOf(asked.part));
    else editor = new ListEditor(place, asked.list);
  };
  const told = () => show().catch(() => place.replaceChildren(element('p', {}, 'Dieser Teil ist gerade nicht zu haben: Das Netz fehlt, oder es gibt ihn nicht.')));
  onCollections(() => editor?.refresh());
  window.addEventListener('hashchange', told);
  window.addEventListener('online', () => editor?.redraw());
  told();
}

async function partOf({ system, part: id }) {
  const { json } = await bundle(system);
  const part = json.system.parts.find((one) => one.id === id);
  const ids = json.entries.filter(({ part_id: of }) => of === id).map((entry) => entry.id);
  return { title: `${json.system.name}: ${part.title}`, ids, unread: 0, intro: 'Alle Regeln dieses Teils, fertig zum Drucken.' };
}
