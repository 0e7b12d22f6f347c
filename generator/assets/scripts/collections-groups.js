/* A list grouped by system and phase: the group of each rule, the resulting order, and the headings between rows. */

import { bundle } from './bundles.js';
import { element } from './site.js';

/** The heading of concepts, in place of a system. */
export const EVERYWHERE = 'In allen Spielen';

/** The heading level of rules: systems have 2 and phases 3, below the list's title. */
export const BELOW_GROUPS = 4;

/** {system, game, phase, rank} of a rule: its headings ('' where unknown), and the order of its phases, or else its part, in the
 * system. */
export async function groupOf(id) {
  const [system] = id.split('/');
  const isConcept = system === 'begriffe';
  const loaded = isConcept ? null : await bundle(system).catch(() => null);
  if (!loaded) return { system, game: isConcept ? EVERYWHERE : '', phase: '', rank: '' };
  const { name, phases, parts } = loaded.system;
  const record = loaded.find(id);
  const glossary = loaded.lists.get(`${system}/glossar`);
  const inPhases = phases.filter((phase) => record?.phases?.includes(phase.id));
  const place = record?.isTerm ? glossary : record && loaded.part(record);
  const titles = (inPhases.length ? inPhases : [place].filter(Boolean)).map(({ title }) => title);
  const order = [...phases, ...parts, glossary].map((one) => one?.title);
  return { system, game: name, phase: titles.join(', '), rank: String.fromCharCode(...titles.map((title) => order.indexOf(title) + 1)) };
}

/** The items by system, in the order of first occurrence, and by phase; within these in their own order. `group(id)` is the group of
 * one, if known. */
export function byGroup(items, group) {
  const systems = [...new Set(items.map(({ id }) => id.split('/')[0]))];
  const rank = ({ id }) => String.fromCharCode(systems.indexOf(id.split('/')[0])) + (group(id)?.rank ?? '');
  return items.map((item) => [rank(item), item]).sort(([one], [other]) => (one > other) - (one < other)).map(([, item]) => item);
}

/** Whether the order of items differs from that by group. */
export const isCrossed = (items, sorted) => sorted.some((item, at) => item !== items[at]);

/** The rows of [{row, group}], with a heading wherever another phase begins, or another system if there are several or it has no
 * phases. */
export function headed(rows) {
  const hasSeveral = new Set(rows.map(({ group }) => group?.system).filter(Boolean)).size > 1;
  let last = {};
  return rows.flatMap(({ row, group = last }) => {
    const isNew = group.system !== last.system;
    const titles = [
      (hasSeveral || !group.phase) && isNew && group.game && element(group.phase ? 'h2' : 'h3', { class: 'n-auswahl__spiel' }, group.game),
      (isNew || group.phase !== last.phase) && group.phase && element('h3', { class: 'n-auswahl__phase' }, group.phase),
    ].filter(Boolean);
    last = group;
    return titles.length ? [element('li', { class: `n-auswahl__kopf n-spiel-${group.system}` }, ...titles), row] : [row];
  });
}
