/* „Was ich nicht gefunden habe“ below the search page: switch, list and file of the searches in missed.js. */

import { address, element } from '../../generator/assets/scripts/site.js';
import { names, placeOf } from './engine.js';
import { countText, quoted } from './hits.js';
import { dropMissed, keepMissed, missed, onMissed, toTable } from './missed.js';

const PLACE = 'nicht-gefunden';
const CLEAR = 'Liste leeren';
const SURE = 'Wirklich leeren?';
const ABOUT = 'Suchen, die nichts fanden oder nach denen du gleich anders gesucht hast, können hier stehen. Die Liste bleibt auf diesem '
  + 'Gerät, nichts wird gesendet. Gib sie als Datei denen, die die Texte pflegen: So lernt die Suche deine Wörter.';

/** Put the list into its place on the page. */
export function addMissed() {
  const place = document.getElementById(PLACE);
  if (!place) return;
  const isOn = element('input', { type: 'checkbox', change: () => keepMissed(isOn.checked) });
  const list = element('ul', { class: 'n-verfehlt__liste' });
  const save = element('button', { type: 'button', class: 'n-knopf', click: toFile }, 'Als Datei sichern');
  const clear = element('button', { type: 'button', class: 'n-knopf', click: () => (clear.textContent === SURE ? dropMissed() : ask(clear)) });
  const box = element(
    'details', { toggle: () => show() },
    element('summary', {}, 'Was ich nicht gefunden habe'), element('p', {}, ABOUT),
    element('label', {}, isOn, ' Solche Suchen auf diesem Gerät merken'), list, element('p', { class: 'n-verfehlt__knoepfe' }, save, clear),
  );
  async function show() {
    if (!box.open) return;
    const kept = missed();
    const search = await names().catch(() => null);
    isOn.checked = kept.isOn;
    for (const button of [save, clear]) button.hidden = !kept.list.length;
    clear.textContent = CLEAR;
    list.replaceChildren(...kept.list.map((one) => line(search, one)));
  }
  place.append(box);
  onMissed(show);
  const turn = () => { if (window.location.hash === `#${PLACE}`) box.open = true; };
  window.addEventListener('hashchange', turn);
  turn();
}

function ask(button) {
  button.textContent = SURE;
  button.addEventListener('blur', () => { button.textContent = CLEAR; }, { once: true });
}

function line(search, one) {
  const system = search?.games.find(({ id }) => id === one.system)?.short;
  const facts = [system, one.hits ? countText(one.hits) : 'nichts gefunden', one.next && `danach ${quoted(one.next)}`].filter(Boolean).join(' · ');
  const found = one.opened && [' → ', element('a', { href: address(one.opened) }, titleOf(search, one.opened))];
  const drop = element('button', { type: 'button', 'aria-label': `${one.text} streichen`, title: 'Streichen', click: () => dropMissed(one) }, '×');
  return element('li', {}, element('span', {}, element('b', {}, quoted(one.text)), ` · ${facts}`, ...found || []), drop);
}

const titleOf = (search, id) => (search && placeOf(search, id) !== undefined ? search.document(placeOf(search, id)).title : id);

function toFile() {
  const href = URL.createObjectURL(new Blob([toTable(missed().list)], { type: 'text/csv' }));
  element('a', { href, download: `nicht-gefunden-${new Date().toISOString().slice(0, 10)}.csv` }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
