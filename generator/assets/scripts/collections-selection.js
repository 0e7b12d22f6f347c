/* A list of rules that is not (yet) the player's own: to view, print or keep. Has the parts that the player's own lists share with
 * it. */

import { button, checkbox } from './buttons.js';
import { BELOW_GROUPS, byGroup, groupOf, headed, isCrossed } from './collections-groups.js';
import { createList } from './collections.js';
import { ruleCard } from './collections-rule.js';
import { say } from './notice.js';
import { element } from './site.js';
import { read, write } from './store.js';

const BRIEF = 'collections-brief';
/** " – Nachschlag": the end of every page's title. */
const [SITE] = / – [^–]*$|$/.exec(document.title);

/** Whether to show only the short rules. */
export const isBrief = () => read(BRIEF, false) === true;

/** A bar with a checkbox for brief lists, which calls `changed()` after a change, and with further elements. */
export function switches(changed, ...others) {
  const set = (isOn) => {
    write(BRIEF, isOn);
    changed();
  };
  return element('div', { class: 'n-leiste n-nur-schirm' }, checkbox('Nur Kurzregeln', isBrief(), set, { class: 'n-schalter' }), ...others);
}

/** Name the window after the list, and thereby the file to which it is printed. */
export function nameWindow(title) {
  document.title = `${title}${SITE}`;
}

/** A button that prints once everything that `ready()` promises has loaded. */
export const printButton = (ready) => button('print', 'Drucken', () => ready().then(() => window.print()));

/** Replace the content by {title, ids, unread, left, intro}; resolves once the rules are shown. Keeps nothing unless the player
 * asks. A list that `isArranged` has headings of systems and phases, and keeps its order. */
export function showSelection(place, { title, ids, unread, left = 0, intro, isArranged = false }) {
  const list = element('ol', { class: 'n-auswahl' });
  const groups = isArranged ? Promise.all(ids.map(groupOf)) : Promise.resolve([]);
  let rules = null;
  const fill = () => {
    const cards = ids.map((id) => ruleCard({ id }, isBrief(), isArranged ? BELOW_GROUPS : 3));
    const rows = cards.map(({ card }) => ({ row: element('li', {}, card) }));
    const show = (known) => list.replaceChildren(...headed(rows.map(({ row }, at) => ({ row, group: known[at] }))));
    show([]);
    rules = Promise.all([groups.then(show), ...cards.map(({ ready }) => ready)]).then(([, ...found]) => found);
  };
  const take = async ({ currentTarget: pressed }) => {
    pressed.disabled = true; // a second tap would keep it twice
    const today = await rules;
    const items = ids.map((id, at) => (today[at] ? { id: today[at].id, title: today[at].title } : { id }));
    const known = new Map((await groups).map((group, at) => [items[at].id, group]));
    const isOwn = isArranged && isCrossed(items, byGroup(items, (id) => known.get(id)));
    const id = createList(title, items, isOwn || undefined);
    say('Übernommen.');
    window.location.hash = `liste=${id}`;
  };
  nameWindow(title);
  const heading = element('h2', { class: 'n-auswahl__titel', tabindex: '-1' }, title);
  const about = [intro, counted(ids.length), unreadable(unread), left && 'Mehr passen nicht auf einen Spickzettel.'].filter(Boolean).join(' ');
  place.replaceChildren(
    heading,
    element('p', { class: 'n-unterzeile n-nur-schirm' }, about),
    element('div', { class: 'n-leiste n-nur-schirm' },
      ids.length && button('', 'Übernehmen', take, { class: 'n-knopf n-knopf--stark' }),
      ids.length && printButton(() => rules),
      element('a', { class: 'n-knopf', href: '#liste=favoriten' }, 'Zu deinen Spickzetteln')),
    switches(fill),
    list,
  );
  if (document.activeElement !== document.body) heading.focus({ preventScroll: true }); // a link of this page led here
  fill();
  return rules;
}

const counted = (number) => ({ 0: 'Keine Regel.', 1: 'Eine Regel.' })[number] ?? `${number} Regeln.`;

const unreadable = (number) => ({ 0: '', 1: 'Eine Angabe im Link war nicht lesbar.' })[number] ?? `${number} Angaben im Link waren nicht lesbar.`;
