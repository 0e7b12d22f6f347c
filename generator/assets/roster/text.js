/* A list as plain text → the roster's tree: takeaway/roster/text.py for browsers. Pure. */

import { text as shared } from './shared.js';

const { ABOUT, ATTACHED, BETWEEN, CHOSEN, COST, COST_FIRST, LETTER, MADE_WITH, NUMBER, OPTION, PRICE, ROLE, RULED, STANDS, SUM, TITLE } = shared;

/** A function that takes some signs off both ends of a text. */
export function stripping(signs) {
  const edges = new RegExp(`^[${signs}]+|(?<![${signs}])[${signs}]+$`, 'gu');
  return (text) => text.replace(edges, '');
}

const stripped = stripping(shared.SIGNS);

/** The roster in a text; null if it names no unit with points. */
export function treeOfText(text) {
  const lines = text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/).map((line) => line.trim().slice(0, shared.LONGEST));
  if (lines.length > shared.MOST_LINES) return null;
  let units = lines.map((line) => (OPTION.test(line) ? null : unitOf(line)));
  if (!units.some(Boolean)) units = lines.map((line) => (line.startsWith('•') ? unitOf(line.slice(1).trim()) : null));
  return units.some(Boolean) ? rosterOf(lines, units) : null;
}

function rosterOf(lines, units) {
  let name = '';
  let heading = '';
  const systems = [];
  const common = [];
  const forces = [];
  lines.forEach((line, at) => {
    const option = OPTION.exec(line);
    if (units[at]) {
      if (heading || !forces.length) forces.push({ name: heading, selections: [] });
      heading = '';
      forces.at(-1).selections.push(units[at]);
    } else if (TITLE.test(line)) systems.push(TITLE.exec(line)[1]);
    else if (MADE_WITH.test(line)) systems.push(line);
    else if (RULED.test(line) || ABOUT.test(plain(line))) return;
    else if (option && forces.length && !heading) forces.at(-1).selections.at(-1).selections.push(...attached(line) ?? options(line.slice(option[0].length)));
    else if (!name) {
      systems.push(line);
      name = plain(line).replace(SUM, '');
    } else {
      if (!forces.length) systems.push(line);
      common.push(...options(heading));
      heading = plain(option ? line.slice(option[0].length) : line);
    }
  });
  const total = forces.flatMap(({ selections }) => selections).reduce((sum, one) => sum + totalOf(one), 0);
  forces[0].selections.push(...common, ...options(heading));
  return { name, gameSystemName: systems.join(' '), costs: points(total), forces };
}

/** A heading without its signs and points: "+ Core + [240pts]". */
const plain = (line) => stripped(stripped(line).replace(COST, '')).replace(/[ :]+$/, '');

/** The unit on a line, or null; BattleScribe's headings have the points of everything below. */
function unitOf(given) {
  if (given.startsWith('+') || CHOSEN.test(given)) return null;
  const line = stripped(given);
  const cost = COST.exec(line);
  const first = !cost && COST_FIRST.exec(line);
  if (!cost && !first) return null;
  const [head, ...behind] = cost ? [line.slice(0, cost.index).trim(), line.slice(cost.index + cost[0].length)] : first[2].split(', ');
  const role = ROLE.exec(head);
  const named = role ? head.slice(role[0].length) : head;
  const stands = STANDS.exec(named) ?? NUMBER.exec(named);
  const name = stands ? (named.slice(0, stands.index) + named.slice(stands.index + stands[0].length)).trim() : named;
  if (!LETTER.test(name)) return null;
  const own = [...options(role?.[1] ?? ''), ...options(behind.join(', '))];
  return { type: 'unit', name, number: stands ? Number(stands[1]) : 1, costs: points(Number((cost ?? first)[1].replace(/\D/g, ''))), selections: own };
}

/** An option of a unit with its own points, or null. */
function attached(line) {
  const [, name, value] = ATTACHED.exec(line) ?? [];
  return name ? [{ type: 'upgrade', name, costs: points(Number(value)) }] : null;
}

const totalOf = ({ costs = [], selections = [] }) => [...costs.map(({ value }) => value), ...selections.map(totalOf)].reduce((sum, one) => sum + one, 0);
const points = (value) => (value ? [{ name: 'Punkte', value }] : []);

/** The options of a unit or an army, each with its name. */
const options = (text) => text.split(BETWEEN).map((piece) => stripped(piece).replace(PRICE, '').trim())
  .filter((piece) => LETTER.test(piece)).map((name) => ({ type: 'upgrade', name }));
