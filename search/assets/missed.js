/* Searches that found nothing, or that another one followed: a list that a player may keep on this device, to hand it to those who look
   after the texts. It is off until wanted, and nothing is sent. */

import { currentId } from '../../generator/assets/scripts/site.js';
import { onChange, read, readTab, write, writeTab } from '../../generator/assets/scripts/store.js';

const KEY = 'missed';
/** The tab's last search that has not led to a rule yet. */
const LAST = 'asked';
const MOST = 300;
const LONGEST = 120;
/** Milliseconds after which a text that stays in its field is a question, and not the beginning of one. */
const SETTLED = 1500;
/** Milliseconds within which another search follows the one before. */
const TOGETHER = 300_000;
const COLUMNS = ['Datum', 'Spiel', 'Gesucht', 'Treffer', 'Danach gesucht', 'Aufgeschlagen'];

let timer;

/** {isOn, list: [{day, system, text, hits, next, opened}]}, newest first. */
export function missed() {
  const found = read(KEY, null);
  const list = Array.isArray(found?.list) ? found.list.filter((one) => typeof one?.text === 'string' && typeof (one.opened ?? '') === 'string') : [];
  return { isOn: found?.isOn === true, list };
}

/** Begin or stop to keep the list; what is on it stays. */
export const keepMissed = (isOn) => write(KEY, { ...missed(), isOn });

/** Take one search off the list, or all. */
export const dropMissed = (gone) => write(KEY, { ...missed(), list: gone ? missed().list.filter((one) => !isSame(one, gone)) : [] });

/** Call `listener()` whenever the list changes, here or in another tab. */
export const onMissed = (listener) => onChange(KEY, () => listener());

/** Note a search and its number of hits, unless its text changes soon or a rule is opened. */
export function asked(text, system, hits) {
  clearTimeout(timer);
  if (text.length < 2 || !missed().isOn) return;
  timer = setTimeout(() => settle({ text: text.slice(0, LONGEST), system, hits }), SETTLED);
}

/** Note the rule that the searches before have led to. */
export function opened(id) {
  clearTimeout(timer);
  const last = readTab(LAST);
  if (!last || id === last.from) return; // the page on which one has searched is none that was found
  writeTab(LAST, null);
  const { isOn, list } = missed();
  if (isOn && last.missed?.length) write(KEY, { isOn, list: list.map((one) => (last.missed.includes(one.text) ? { ...one, opened: id } : one)) });
}

function settle(search) {
  const { time = 0, from, missed: before = [], ...last } = readTab(LAST) ?? {};
  const isFollowing = Date.now() - time < TOGETHER;
  const isOther = isFollowing && search.text !== last.text;
  const gone = isOther && !search.text.startsWith(last.text) ? [note({ ...last, next: search.text })] : [];
  if (!search.hits) gone.push(note(search));
  writeTab(LAST, { ...search, time: Date.now(), from: currentId(), missed: [...(isFollowing ? before : []), ...gone] });
}

/** Put a search on the list, or what is new of it; returns its text. */
function note(search) {
  const { isOn, list } = missed();
  const before = list.find((one) => isSame(one, search));
  const rest = list.filter((one) => one !== before);
  write(KEY, { isOn, list: [{ ...before, ...search, day: new Date().toISOString().slice(0, 10) }, ...rest].slice(0, MOST) });
  return search.text;
}

const isSame = (one, other) => one.text === other.text && one.system === other.system;

/** The list as a German spreadsheet opens it: byte order mark, semicolons, no formulas. */
export function toTable(list) {
  const rows = list.map(({ day, system, text, hits, next, opened: id }) => [day, system, text, hits, next, id]);
  return `\ufeff${[COLUMNS, ...rows].map((row) => `${row.map(cell).join(';')}\r\n`).join('')}`;
}

const cell = (value) => `"${String(value ?? '').replace(/^[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`;
