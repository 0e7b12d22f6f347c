/* A roster's tree → the roster: takeaway/roster/walk.py for browsers. Tells which selections are units, and which names may be rules. Pure.

   A roster is {name, system, points, forces: [{name, units: [{name, count, points, names}]}]}; a name is {text, sure, kind, within}. */

import { BadRoster } from './bad_roster.js';
import { army, bad_roster as bad, walk as shared } from './shared.js';

const { ABILITIES, FIGURE, KNOWN, MARKS, NAMES, NOTHING, PROSE, SEPARATOR, VALUE } = shared;

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const list = (node, name) => (Array.isArray(node[name]) ? node[name].filter(isObject) : []);
const text = (node, name) => (['string', 'number', 'boolean'].includes(typeof node[name]) ? String(node[name]).replace(/\p{Surrogate}/gu, '\ufffd').trim() : '');
const bare = (marked) => marked.split(MARKS).join('');
const nameOf = (node) => bare(text(node, 'name'));
export const ruleName = (of, sure, kind = 'choice', within = '') => ({ text: of, sure, kind, within });

/** Whether a text is too long for a name: a sentence from the book, which we do not show. */
export const isSentence = (of) => of.split(/\s+/).filter(Boolean).length > army.MOST_WORDS;

/** The roster, without parts of unexpected shape. Throws a BadRoster if nothing remains. */
export function rosterOf(tree) {
  const forces = list(tree, 'forces').flatMap((one) => forcesOf(one, 0));
  if (!forces.some(({ units }) => units.length)) throw new BadRoster('empty');
  return { name: text(tree, 'name') || 'Armeeliste', system: text(tree, 'gameSystemName'), points: pointsOf(tree), forces };
}

/** A force, then its inner forces. */
function forcesOf(force, deep) {
  if (deep > bad.MOST_DEEP) return [];
  const common = [...namesOf(force, false)];
  const units = [];
  for (const selection of list(force, 'selections')) walk(selection, common, units, false, 0);
  const names = once(common);
  const whole = names.length ? [{ name: 'Für alle', count: 0, points: '', names }] : [];
  const name = [...new Set([text(force, 'catalogueName'), text(force, 'name')])].filter(Boolean).join(' · ');
  return [{ name, units: [...whole, ...units] }, ...list(force, 'forces').flatMap((inner) => forcesOf(inner, deep + 1))];
}

/** Sort a selection: either a unit, or names of the unit around it. */
function walk(selection, names, units, within, deep) {
  if (deep > bad.MOST_DEEP) return;
  const kind = text(selection, 'type');
  if (kind === 'unit' || (kind === 'model' && !within)) {
    const place = units.length;
    const own = [...namesOf(selection)];
    for (const inner of list(selection, 'selections')) walk(inner, own, units, true, deep + 1);
    units.splice(place, 0, { name: text(selection, 'name') || 'Einheit', count: countOf(selection), points: pointsOf(selection), names: once(own) });
    return;
  }
  if (kind !== 'model') names.push(ruleName(nameOf(selection), false)); // a model's name is no rule
  names.push(...namesOf(selection, within));
  for (const inner of list(selection, 'selections')) walk(inner, names, units, within, deep + 1);
}

/** A force's or selection's own names: rules, abilities, lists of special rules, categories if they are keywords, and unknown fields. */
function* namesOf(node, hasKeywords = true) {
  for (const rule of list(node, 'rules')) yield ruleName(nameOf(rule), text(rule, 'hidden').toLowerCase() !== 'true');
  for (const profile of list(node, 'profiles')) yield* profileNames(profile);
  if (hasKeywords) for (const category of list(node, 'categories')) yield ruleName(nameOf(category), false, 'category');
  for (const key of Object.keys(node).filter((one) => !KNOWN.includes(one))) {
    for (const one of list(node, key)) yield ruleName(nameOf(one) || key, false, 'field', key);
  }
}

/** A profile's own name and those in its fields; a profile without a known field has an unknown type. */
function* profileNames(profile) {
  const type = text(profile, 'typeName');
  const fields = list(profile, 'characteristics').map((one) => [text(one, 'name'), text(one, '$text')]);
  const isAbility = ABILITIES.test(type);
  if (isAbility) yield ruleName(nameOf(profile), true);
  else if (fields.some(([field, value]) => NAMES.test(field) || isValue(value))) yield ruleName(nameOf(profile), false);
  else {
    yield ruleName(nameOf(profile), false, 'profile', type);
    return;
  }
  for (const [field, value] of fields) {
    if (NAMES.test(field)) { // of an ability they are its keywords, not the unit's
      for (const name of parts(value)) yield isAbility ? ruleName(name, false, 'category', field) : ruleName(name, true);
    } else if (!PROSE.test(field) && !isValue(value)) {
      const names = parts(value);
      for (const name of names.some(isSentence) ? [value] : names) yield ruleName(name, false, 'field', field);
    }
  }
}

const parts = (value) => bare(value).split(SEPARATOR).map((part) => part.trim());

/** Whether a characteristic is a number, a distance, dice, or empty. */
const isValue = (value) => value.split(/\s+/).every((word) => VALUE.test(word)) || NOTHING.includes(value);

/** Each name once, at its first place; sure if any mention is. */
function once(names) {
  const sure = new Set(names.filter((name) => name.sure).map((name) => name.text));
  const kept = new Map();
  for (const name of names) {
    if (name.text.length > 1 && !NOTHING.includes(name.text) && !kept.has(name.text)) kept.set(name.text, { ...name, sure: sure.has(name.text) });
  }
  return [...kept.values()];
}

/** The number of models: those below a unit, otherwise its own number. */
const countOf = (node) => list(node, 'selections').filter((one) => text(one, 'type') === 'model').reduce((sum, one) => sum + numberOf(one), 0) || numberOf(node);
const numberOf = (node) => (/^\d{1,6}$/.test(text(node, 'number')) ? Number(text(node, 'number')) : 1);

/** The costs of a roster, or of a unit with everything in it: "180 pts". */
function pointsOf(node) {
  const totals = new Map();
  addCosts(node, totals, 0);
  return [...totals].filter(([, value]) => value).map(([name, value]) => `${Number(value.toPrecision(6))} ${name}`.trim()).join(', ');
}

function addCosts(node, totals, deep) {
  for (const cost of list(node, 'costs')) totals.set(text(cost, 'name'), (totals.get(text(cost, 'name')) ?? 0) + valueOf(text(cost, 'value')));
  if ('forces' in node || deep > bad.MOST_DEEP) return; // a roster's costs are already the sum
  for (const inner of list(node, 'selections')) if (text(inner, 'type') !== 'unit') addCosts(inner, totals, deep + 1);
}

const valueOf = (figure) => (FIGURE.test(figure) && Math.abs(Number(figure)) < shared.MOST_COST ? Number(figure) : 0);
