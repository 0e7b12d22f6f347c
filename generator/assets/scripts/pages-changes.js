/* What changed, made from the offline bundles: on a rule's page, and all of a game. Pure; see pages.js. */

import { escaped } from './bundle.js';
import { copy, facts, head, heading, joined, section, way } from './page-parts.js';
import { changedWhen, changeWords, stateOf } from './wording.js';

/** How many changes of a rule are open (as in changes.py). */
const OPEN = 3;
/** How many days are worth a list of headings beside the text (as in pages.py). */
const MANY = 3;
/** What a change may concern, most important first. */
const KINDS = ['meaning', 'wording', 'number', 'translation'];

const art = ({ kind }) => `<span class="n-aenderungen__art n-aenderungen__art--${kind}">${changeWords(kind)}</span>`;
const sentence = ({ text }) => `<span class="n-aenderungen__satz">${escaped(text)}</span>`;
const list = (items, kind = '') => `<ul class="n-aenderungen${kind}">\n${items.join('\n')}\n</ul>`;

/** A rule's changes, newest first as the bundle has them; "" where it tells none. */
export function changesOf({ changes = [] }) {
  const items = changes.map((change) => (
    `<li id="${escaped(change.anchor)}">${art(change)} ${sentence(change)} <span class="n-notiz">${escaped(changedWhen(change))}</span></li>`
  ));
  if (!items.length) return '';
  if (items.length <= OPEN + 1) return list(items); // one line more is no reason to fold
  const rest = items.slice(OPEN);
  return `${list(items.slice(0, OPEN))}\n<details class="n-mehr-zeilen">\n<summary>${rest.length} weitere</summary>\n${list(rest)}\n</details>`;
}

/** The page of all changes of a game: one part for each day and version, newest first. */
export function changed(bundle, place) {
  const { system } = bundle;
  const groups = byEdition(bundle);
  const told = groups.length
    ? `Was sich an den Regeln von ${system.name} und an unserem Text geändert hat, Neuestes zuerst.`
    : `Zu ${system.name} ist noch keine Änderung vermerkt.`;
  const html = joined(
    way(place, [[`${system.id}/`, system.name]]),
    heading('Änderungen'),
    head(`<p class="n-unterzeile">${escaped(told)}</p>`),
    ...groups.map(({ id, when, lines }) => section(id, escaped(when), list(lines.map((line) => item(line, place)), ' n-aenderungen--spiel'))),
    facts([['Stand', escaped(stateOf(system))], copy(place)]),
  );
  return { title: `Änderungen (${system.short})`, system: system.id, id: '', html, beside: '', hasHeadings: groups.length >= MANY };
}

function item({ entry, change }, place) {
  const title = `<a class="n-ziel" href="${place.root}${escaped(`${entry.id}/#${change.anchor}`)}">${escaped(entry.title)}</a>`;
  return `<li>${title} ${art(change)} ${sentence(change)}</li>`;
}

/** [{id, when, lines}]: the changes of a day and version under what they are called. */
function byEdition({ json }) {
  const groups = [];
  for (const line of inOrder(json.entries)) {
    const { date } = line.change;
    const when = changedWhen(line.change);
    if (groups.at(-1)?.when !== when) {
      const before = groups.filter((group) => group.date === date).length;
      groups.push({ id: before ? `n-${date}-${before + 1}` : `n-${date}`, date, when, lines: [] });
    }
    groups.at(-1).lines.push(line);
  }
  return groups;
}

/** All changes, newest first; those of one day by version, then kind, then as the book goes (as `changes_in` does). */
function inOrder(entries) {
  const lines = entries.flatMap((entry) => (entry.changes || []).map((change) => ({ entry, change })));
  const by = (one, other) => (one < other ? -1 : Number(one > other));
  return lines.sort(({ change: a }, { change: b }) => (
    by(b.date, a.date) || by(a.version || '', b.version || '') || KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind)
  ));
}
