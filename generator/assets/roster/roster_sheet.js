/* A roster with the rules of its units: takeaway/roster/roster_sheet.py for browsers. Pure. */

import { titled } from './match.js';
import { army } from './shared.js';
import { isSentence, ruleName } from './walk.js';

/** In steps: {forces: [{name, units: [{name, count, points, rules, unknown}]}], rules, missing, rest}. A rule is {target, title, record},
    of all `rules` each stands once; missing is [{text, several, near}] with the titles of the nearest rules, rest [[title, names]]. `named`
    are the ids of all rules that the list may mean; undefined if it names no rules, as lists of units alone do. */
export function* sheetOf(roster, matcher) {
  const rules = new Map();
  const missing = new Map();
  const several = new Set();
  const rest = new Map(Object.keys(army.KINDS).map((kind) => [kind, new Set()]));
  const forces = [];
  for (const { name, units } of roster.forces) {
    const shown = [];
    for (const unit of units) {
      shown.push(unitOf(unit, matcher, { rules, missing, several, rest }));
      yield;
    }
    if (shown.length) forces.push({ name, units: shown });
  }
  const own = new Set(roster.forces.flatMap(({ units }) => units.map((unit) => unit.name)));
  const others = Object.entries(army.KINDS).map(([kind, title]) => [title, [...rest.get(kind)].filter((name) => !own.has(name))]);
  for (const one of missing.values()) {
    const near = one.near ?? matcher.near(one.plain);
    one.near = [...new Set(near.map((id) => matcher.bundle.find(id)?.title).filter(Boolean))];
    yield;
  }
  const namesRules = roster.forces.some(({ units }) => units.some(({ names }) => names.some(({ sure }) => sure)));
  const named = namesRules ? [...rules.keys(), ...several] : undefined;
  return { forces, named, rules: [...rules.values()], missing: [...missing.values()], rest: others.filter(([, names]) => names.length) };
}

function unitOf({ name, count, points, names }, matcher, collected) {
  const rules = new Map(); // target and value → rule
  const unknown = [];
  for (const one of [ruleName(name, false), ...names]) {
    const found = matcher.match(one);
    const record = found?.target && matcher.bundle.find(found.target);
    if (found?.target && !record) continue; // an older copy of the rules
    if (record) {
      const isNamed = [...rules.values()].some(({ target }) => target === found.target);
      if (!found.value && isNamed) continue;
      rules.delete(`${found.target}|`);
      rules.set(`${found.target}|${found.value}`, { target: found.target, title: titled(record.title, found.value), record });
      collected.rules.set(record.id, { target: record.id, title: record.title, record });
    } else if (found) {
      if (found.several) for (const id of found.near) collected.several.add(id);
      const key = one.text.toLowerCase();
      if (!collected.missing.has(key)) collected.missing.set(key, { text: one.text, ...found });
      unknown.push(one.text);
    } else collected.rest.get(one.kind)?.add(wording(one));
  }
  return { name, count, points, rules: [...rules.values()], unknown };
}

/** Wording of a name in the rest: "Fuel: Whale oil", or only "Fuel" if its value is a sentence. */
function wording({ text, kind, within }) {
  if (kind === 'category' || within === '' || within === text) return text;
  return isSentence(text) ? within : `${within}: ${text}`;
}

/** The id of the system that a list builder names: the one with the longest name contained in it, or "". `systems` is [{id, names}]. */
export function namedSystem(written, systems) {
  const words = (text) => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
  const text = ` ${words(written)} `;
  const lengths = systems.map(({ id, names }) => [id, Math.max(0, ...names.map(words).filter((name) => name && text.includes(` ${name} `)).map(({ length }) => length))]);
  const longest = Math.max(...lengths.map(([, length]) => length));
  const found = lengths.filter(([, length]) => length && length === longest);
  return found.length === 1 ? found[0][0] : '';
}
