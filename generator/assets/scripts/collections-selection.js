/* A list of rules that is not (yet) the player's own: to view, print or keep. */

import { button } from './buttons.js';
import { BELOW_GROUPS, byGroup, groupOf, headed, isCrossed } from './collections-groups.js';
import { create } from './collections-model.js';
import { briefSwitch, isBrief, nameWindow, printWhen } from './collections-parts.js';
import { change, newListId } from './collections.js';
import { ruleCard } from './collections-rule.js';
import { say } from './notice.js';
import { element } from './site.js';

/** Replace the content by {title, ids, unread, left, intro}; resolves once the rules are shown. Keeps nothing unless the player
    asks. A list that `isArranged` has headings of games and phases, and keeps its order. */
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
  const ready = () => rules;
  const take = async ({ currentTarget: pressed }) => {
    pressed.disabled = true; // a second tap would keep it twice
    const today = await ready();
    const items = ids.map((id, at) => (today[at] ? { id: today[at].id, title: today[at].title } : { id }));
    const id = newListId();
    const known = new Map((await groups).map((group, at) => [items[at].id, group]));
    change((state) => create(state, id, title, items, (isArranged && isCrossed(items, byGroup(items, (one) => known.get(one)))) || undefined));
    say('Übernommen.');
    window.location.hash = `liste=${id}`;
  };
  nameWindow(title);
  const heading = element('h2', { class: 'n-auswahl__titel', tabindex: '-1' }, title);
  place.replaceChildren(
    heading,
    element('p', { class: 'n-unterzeile n-nur-schirm' }, [intro, counted(ids.length), unreadable(unread), left && 'Mehr passen nicht auf einen Spickzettel.'].filter(Boolean).join(' ')),
    element('div', { class: 'n-leiste n-nur-schirm' },
      ...(ids.length ? [button('', 'Übernehmen', take, { class: 'n-knopf n-knopf--stark' }), button('print', 'Drucken', () => printWhen(ready()))] : []),
      element('a', { class: 'n-knopf', href: '#liste=favoriten' }, 'Zu deinen Spickzetteln')),
    element('div', { class: 'n-leiste n-nur-schirm' }, briefSwitch(fill)),
    list,
  );
  if (document.activeElement !== document.body) heading.focus({ preventScroll: true }); // a link of this page led here
  fill();
  return ready();
}

const counted = (number) => ({ 0: 'Keine Regel.', 1: 'Eine Regel.' })[number] ?? `${number} Regeln.`;

const unreadable = (number) => ({ 0: '', 1: 'Eine Angabe im Link war nicht lesbar.' })[number] ?? `${number} Angaben im Link waren nicht lesbar.`;
