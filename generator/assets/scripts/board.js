/* A phase's page as a board to leave open: whose turn it is, and of which army list, both kept for the tab. The styles hide rules
 * for the other turn alone; this script hides the rules of units that the list lacks. */

import { armies, rulesOf } from '../roster/armies.js';
import { bundle } from './bundles.js';
import { idOf } from './references.js';
import { currentSystem, element } from './site.js';
import { readTab, writeTab } from './store.js';

const TURN = 'turn';
const ARMY = 'army';
/** Kinds of rules that a unit brings; all others apply to every army. */
const OF_UNITS = new Set(['special-rule', 'weapon-ability', 'keyword', 'unit-type']);

export function start() {
  const rows = [...document.querySelectorAll('.n-liste--phase li')];
  if (!rows.length) return;
  const board = document.querySelector('.n-brett');
  const lists = listChoice(rows);
  const chooseTurn = (turn) => { for (const one of board?.querySelectorAll('input') ?? []) one.checked ||= one.value === turn; };
  /** Show everything when a link leads to a hidden rule. */
  const follow = () => {
    const asked = document.getElementById(window.location.hash.slice(1));
    if (!asked || asked.getClientRects().length) return;
    chooseTurn('alle');
    lists.choose('');
    asked.scrollIntoView();
  };
  chooseTurn(readTab(TURN));
  follow();
  lists.ready.then(follow);
  window.addEventListener('hashchange', follow);
  board?.addEventListener('change', ({ target }) => writeTab(TURN, target.value));
}

/** A choice among the device's lists for this system, above the first section as long as there are any. */
function listChoice(rows) {
  let own = [];
  const select = element('select', { name: 'liste', change: () => {
    writeTab(ARMY, select.value);
    show();
  } });
  const status = element('p', { class: 'n-brett__hinweis', role: 'status' });
  const label = element('label', { class: 'n-waehler' }, element('span', {}, 'Armeeliste'), select);
  const box = element('div', { class: 'n-brett__liste' }, label, status);
  const show = async () => {
    const army = own.find(({ id }) => id === select.value);
    const hidden = army ? await unneeded(rows, rulesOf(army)).catch(() => null) : [];
    if (army?.id !== (select.value || undefined)) return; // another one has been chosen meanwhile
    for (const row of rows) row.hidden = Boolean(hidden?.includes(row));
    for (const section of document.querySelectorAll('.n-abschnitt')) {
      if (!section.querySelector('.n-liste--phase')) continue;
      section.hidden = !section.querySelector('li:not([hidden])');
      const heading = section.previousElementSibling;
      if (!heading?.matches('h2')) continue;
      for (const one of [heading, document.querySelector(`.n-sprungleiste [href="#${heading.id}"]`)]) if (one) one.hidden = section.hidden;
    }
    status.textContent = army ? leftOutText(army.roster.name, hidden) : '';
  };
  const choose = async (id) => {
    if (id && !own.some((one) => one.id === id)) return;
    select.value = id;
    await show();
  };
  const offer = () => {
    own = armies().filter((one) => one.system === currentSystem() && rulesOf(one));
    select.replaceChildren(new Option('ohne: alle Regeln', ''), ...own.map(({ id, roster }) => new Option(roster.name, id)));
    if (!own.length) box.remove();
    else if (!box.isConnected) document.querySelector('.n-kopf').after(box);
    const id = readTab(ARMY);
    return choose(own.some((one) => one.id === id) ? id : '');
  };
  window.addEventListener('pageshow', ({ persisted }) => persisted && offer()); // back from „Liste einlesen“
  return { choose, ready: offer() };
}

/** The rows with rules of units that are not among these ids. */
async function unneeded(rows, ids) {
  const known = await bundle(currentSystem());
  const rules = new Set(ids.map((id) => known.find(id)?.id)); // some may have moved since
  return rows.filter((row) => {
    const record = known.find(idOf(row.querySelector('a')));
    return record && OF_UNITS.has(record.kind) && !rules.has(record.id);
  });
}

/** A sentence on the rules that a list leaves out; `hidden` is null if they are unknown. */
function leftOutText(name, hidden) {
  if (!hidden) return 'Die Regeln dieses Spiels sind gerade nicht zu haben; hier steht alles.';
  const count = hidden.length === 1 ? '1 Regel fehlt' : `${hidden.length} Regeln fehlen`;
  return hidden.length ? `Nur für „${name}“: ${count} hier, weil wir sie in der Liste nicht gefunden haben.` : `„${name}“ hat alle Sonderregeln, die hier stehen.`;
}
