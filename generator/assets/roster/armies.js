/* A player's army lists on this device, newest first: {version, lists: [{id, system, roster, rules}]}, see walk.js. Rosters are kept as read,
   without the list builder's texts; their rules are looked up anew on every visit, and the rules' ids kept for other pages (none in lists
   that an older version kept). Pure but for the last three. */

import { onChange, read, write } from '../scripts/store.js';

const NAME = 'armies';
const MOST = 12;

const isText = (value) => typeof value === 'string';
const isList = (value, suits) => Array.isArray(value) && value.every(suits);
const isName = (one) => isText(one?.text) && isText(one.kind) && isText(one.within);
const isUnit = (one) => isText(one?.name) && isText(one.points) && Number.isFinite(one.count) && isList(one.names, isName);
const isForce = (one) => isText(one?.name) && isList(one.units, isUnit);
const isArmy = (one) => isText(one?.id) && isText(one.system) && isText(one.roster?.name) && isText(one.roster.points) && isList(one.roster.forces, isForce);

/** The lists of any stored value that are whole. */
export const readable = (value) => (Array.isArray(value?.lists) ? value.lists : []).filter(isArmy);

/** Lists with another in front, which replaces one with the same name and system. */
export function added(lists, army) {
  const isAgain = ({ system, roster }) => system === army.system && roster.name === army.roster.name;
  return [army, ...lists.filter((one) => one.id !== army.id && !isAgain(one))].slice(0, MOST);
}

/** The ids of a list's rules, or null if they are unknown. */
export const rulesOf = ({ rules }) => (isList(rules, isText) ? rules : null);

export const armies = () => readable(read(NAME, null));

let mine; // the lists that this page has kept

/** Keep lists; returns whether the device has room for them. */
export function keep(lists) {
  mine = lists;
  return write(NAME, { version: 1, lists });
}

/** Call `listener(lists)` whenever another tab keeps lists. */
export const onOthers = (listener) => onChange(NAME, (value) => value?.lists !== mine && listener(readable(value)));
