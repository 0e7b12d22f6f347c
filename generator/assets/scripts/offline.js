/* The page's side of offline use: registers the service worker, shows what is on the device, offers a new version.

   Stored as "offline": {wanted: saved at the reader's request despite data saving, checked: when a long-open page last looked for
   updates}. */

import { origin, stateOf, version } from './data.js';
import { showBar } from './notice.js';
import { element, isFolder, root } from './site.js';
import { read, write } from './store.js';
import { germanDate } from './wording.js';

const HOUR = 3_600_000;
const workers = navigator.serviceWorker;

/** Start once the page has loaded, so that the library (a megabyte) does not compete with it. */
export function start() {
  if (isFolder || !workers) return;
  showConnection();
  if (document.readyState === 'complete') begin();
  else window.addEventListener('load', begin);
}

async function begin() {
  const registration = await workers.getRegistration(root).catch(() => undefined);
  const isMine = registration?.scope === root.href;
  if (!origin) {
    if (isMine) registration.unregister(); // pages under construction must not come from a cache
  } else if (!isMine && navigator.connection?.saveData && !read('offline', {}).wanted) {
    offer();
  } else {
    await register();
  }
}

async function register() {
  try {
    const registration = await workers.register(new URL('sw.js', root), { scope: root.pathname });
    watch(registration);
  } catch (problem) {
    if (problem.name === 'SecurityError') tell('Diese Seite lässt sich hier nicht für unterwegs speichern.');
    else putOff();
  }
}

/** Wait for the network, which failed right after the page had opened, and continue then. */
function putOff() {
  tell('Noch nicht für unterwegs gespeichert; mit dem Netz geht es weiter.');
  window.addEventListener('online', register, { once: true });
}

// -- updates -----------------------------------------------------------------------------------------------------------------

function watch(registration) {
  follow(registration.installing, registration);
  registration.addEventListener('updatefound', () => follow(registration.installing, registration));
  if (registration.waiting) offerUpdate(registration.waiting, registration);
  if (registration.active) tellState(registration.active);
  // Another tab has activated the new version: this one continues with the old files and only shows a note.
  workers.addEventListener('controllerchange', () => workers.controller && offerUpdate(workers.controller, registration));
  document.addEventListener('visibilitychange', () => lookForUpdate(registration));
}

function follow(worker, registration) {
  if (!worker) return;
  const isFirst = !registration.active;
  if (isFirst) tell('Wird für unterwegs gespeichert …');
  worker.addEventListener('statechange', () => {
    if (worker.state === 'installed' && registration.active) offerUpdate(worker, registration);
    if (worker.state === 'activated') tellState(worker);
    if (worker.state === 'redundant' && isFirst) putOff();
  });
}

/** Look for updates in a page that stays open for days in an app; newly opened pages do so by themselves. */
function lookForUpdate(registration) {
  const kept = read('offline', {});
  if (document.hidden || Date.now() - (kept.checked || 0) < HOUR) return;
  write('offline', { ...kept, checked: Date.now() });
  registration.update().catch(() => {});
}

async function offerUpdate(worker, registration) {
  const [state, own] = await Promise.all([stateOf(worker), ownVersion(registration)]);
  if (state.version !== own) showUpdate(state, registration);
  // This page already has the new version. (The registration may not yet know that it waits: browsers report that separately.)
  else if (worker.state === 'installed') worker.postMessage('uebernehmen');
}

/** This page's version; if the network failed right after the page had come, the device's. */
const ownVersion = async ({ active }) => await version() || (active ? (await stateOf(active)).version : '');

function showUpdate({ date }, registration) {
  showBar('Neue Fassung', date ? `Neue Fassung vom ${germanDate(date)}` : 'Neue Fassung', 'Neu laden', () => takeOver(registration));
}

function takeOver({ waiting }) {
  const reload = () => window.location.reload();
  if (!waiting) {
    reload();
    return;
  }
  workers.addEventListener('controllerchange', reload, { once: true });
  waiting.postMessage('uebernehmen');
  window.setTimeout(reload, 3000);
}

// -- display -----------------------------------------------------------------------------------------------------------------

const places = () => document.querySelectorAll('[data-offline-stand]');

function tell(text) {
  for (const place of places()) place.textContent = text;
}

async function tellState(worker) {
  const [state, own] = await Promise.all([stateOf(worker), version()]);
  const { date, isComplete, news } = state;
  if (!isComplete) return;
  tell(['Offline bereit', date && `Fassung vom ${germanDate(date)}`].filter(Boolean).join(' · '));
  if (news && (!own || state.version === own)) tellNews(worker, news); // the page of an older version hears of that first
}

/** Say what the last update changed: beside the state until the next one, in a bar until it has been read or put away. Readers who have
    chosen a system hear of that one alone. */
function tellNews(worker, { isRead, all, systems }) {
  const href = new URL('offline/neues/', root).href;
  for (const place of places()) place.append(' · ', element('a', { href }, all));
  const chosen = read('game', '');
  const text = chosen ? systems[chosen] : all;
  if (isRead || !text || window.location.href === href || document.querySelector('.n-angebot')) return;
  showBar('Geänderte Regeln', text, 'Ansehen', () => window.location.assign(href), () => worker.postMessage('gelesen'));
}

/** Ask readers with data saving: a megabyte and a half, once. */
function offer() {
  for (const place of places()) {
    const click = () => {
      write('offline', { ...read('offline', {}), wanted: true });
      register();
    };
    place.replaceChildren(element('button', { type: 'button', class: 'n-fuer-unterwegs', click }, 'Für unterwegs speichern'), ' (einmal 1,5 MB)');
  }
}

/** A small sign in the header while there is no network. */
function showConnection() {
  const header = document.querySelector('.md-header__inner');
  if (!header) return;
  const sign = element('span', { class: 'n-ohne-netz', role: 'status' });
  header.append(sign);
  const show = () => { sign.textContent = navigator.onLine ? '' : 'Ohne Netz'; };
  for (const change of ['online', 'offline']) window.addEventListener(change, show);
  show();
}
