/* What is new on this device since the version it had before: found once a version is complete, kept beside its files, and shown until
   read. Kept as {from: the version before, since: its date, date, news, isRead, isInUse: whether this version has come into use}. */

import { Bundle } from './bundle.js';
import { compared, continued, inWords } from './news.js';
import { keepValue, keptFile, keptValue, otherVersions, shaOf, state, version } from './worker-files.js';

const KEPT = 'nachschlag-neues.json';
const BUNDLE = /^api\/v1\/systems\/[^/]+\.json$/;

const isHere = ({ system }) => Object.hasOwn(state.files, `api/v1/systems/${system}.json`);

/** Compare this version, which is complete now, with the one in use. */
export async function findNews() {
  const others = await otherVersions();
  const kept = await Promise.all(others.map((of) => keptValue(KEPT, of)));
  const at = Math.max(kept.findIndex((one) => one?.isInUse), 0); // versions of older workers keep nothing
  const from = others[at];
  const changed = from ? Object.keys(state.files).filter((path) => BUNDLE.test(path)) : [];
  const news = (await Promise.all(changed.map((path) => newsIn(path, from)))).flat();
  await keepValue(KEPT, { from, since: kept[at]?.date ?? '', date: state.date, news, isRead: false, isInUse: false });
}

async function newsIn(path, from) {
  const [was, now] = await Promise.all([shaOf(path, from), shaOf(path, version)]);
  if (!was || !now || was === now) return []; // a whole new game is no news about rules
  const [before, after] = await Promise.all([from, version].map(async (of) => new Bundle(await (await keptFile(path, of)).json())));
  return compared(before, after);
}

/** Take over, as this version comes into use, the unread news of the one before, without those of systems that are gone. */
export async function carryNews() {
  const kept = await keptValue(KEPT) ?? { news: [], date: state.date, isRead: false };
  const earlier = kept.from && await keptValue(KEPT, kept.from);
  const unread = earlier && !earlier.isRead ? earlier.news.filter(isHere) : [];
  const carried = unread.length ? { news: continued(unread, kept.news), since: earlier.since } : {};
  await keepValue(KEPT, { ...kept, ...carried, isInUse: true });
}

/** What is kept, or null if there are no news. */
export async function keptNews() {
  const kept = await keptValue(KEPT);
  return kept?.isInUse && kept.news.length ? kept : null;
}

export async function markRead() {
  const kept = await keptNews();
  if (kept && !kept.isRead) await keepValue(KEPT, { ...kept, isRead: true });
}

/** For pages: {isRead, all: the news in words, systems: {id: likewise}}, or null. */
export async function newsInWords() {
  const kept = await keptNews();
  if (!kept) return null;
  const systems = [...new Set(kept.news.map(({ system }) => system))];
  const of = (system) => [system, inWords(kept.news.filter((one) => one.system === system))];
  return { isRead: kept.isRead, all: inWords(kept.news), systems: Object.fromEntries(systems.map(of)) };
}
