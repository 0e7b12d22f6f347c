/* The page "Liste einlesen": a file or pasted text becomes a list of units with the short rules of their abilities. Nothing leaves
 * the device. Fills `<div data-liste data-spiele="[{id, name, names}]">`. */

import { bundle } from '../scripts/bundles.js';
import { button } from '../scripts/buttons.js';
import { say } from '../scripts/notice.js';
import { element } from '../scripts/site.js';
import { inSlices } from '../scripts/slices.js';
import { added, armies, keep, onOthers, rulesOf } from './armies.js';
import { BadRoster } from './bad_roster.js';
import { inputs } from './inputs.js';
import { Matcher } from './match.js';
import { treeOf } from './read.js';
import { bad_roster as bad } from './shared.js';
import { namedSystem, sheetOf } from './roster_sheet.js';
import { listed } from './view.js';
import { rosterOf } from './walk.js';

const place = document.querySelector('[data-liste]');
const systems = JSON.parse(place.dataset.spiele);
const matchers = new Map(); // system → Matcher
const NO_RULES = 'Die Regeln dieses Spiels sind gerade nicht zu haben, weil das Netz fehlt. Deine Liste ist gemerkt: Öffne diese Seite mit Netz noch einmal.';
const NO_SYSTEM = 'Welches Spiel ist das? Die Liste sagt es nicht; wähle es oben.';

let lists = armies();
let isKept = true; // by the device
let current = lists[0]?.id ?? '';
let shown = null; // the sheet on the page
let turn = 0; // the number of the last request; late results of earlier ones are not shown

const trouble = element('p', { class: 'b-fehler', role: 'alert', hidden: '' });
const form = inputs(take);
const choices = element('select', { name: 'spiel', change: () => {
  change((all) => all.map((one) => (one.id === current ? { ...one, system: choices.value, rules: undefined } : one)));
  show();
} });
const picker = element('select', { name: 'liste', change: () => {
  complain();
  current = picker.value;
  show();
} });
const actions = bar(button('star', 'Als Spickzettel', collect, { class: 'n-knopf n-knopf--stark' }), button('print', 'Drucken', () => window.print()));
const title = element('h2', { class: 'n-auswahl__titel' });
const about = element('p', { class: 'n-unterzeile' });
const list = element('div', { class: 'b-liste', 'aria-busy': 'true' });

onOthers((now) => {
  const isShown = unruled(now) === unruled(lists);
  lists = now;
  if (isShown) return; // two tabs with different rules would write and show by turns for ever
  if (!lists.some(({ id }) => id === current)) current = lists[0]?.id ?? '';
  show();
});
const farewell = bar();
const choice = bar(labelled('Liste', picker), labelled('Spiel', choices));
place.replaceChildren(form.box, trouble, choice, title, about, actions, list, farewell);
show().finally(() => place.removeAttribute('aria-busy'));

function bar(...children) {
  return element('div', { class: 'n-leiste n-nur-schirm' }, ...children);
}

function labelled(text, field) {
  return element('label', { class: 'n-waehler' }, element('span', {}, text), field);
}

function complain(text = '') {
  trouble.textContent = text;
  trouble.hidden = !text;
  if (text) trouble.scrollIntoView({ block: 'nearest' });
}

/** Change the lists that the device keeps: another tab may have added some since this page was opened. */
function change(made) {
  lists = made(isKept ? armies() : lists);
  isKept = keep(lists);
}

/** Read a file or a text, and show it in front of the lists; an unreadable one changes nothing. */
async function take(source) {
  complain();
  form.wait(true);
  try {
    if (source.size > bad.MOST_BYTES) throw new BadRoster('big');
    const roster = rosterOf(await treeOf(new Uint8Array(await source.arrayBuffer())));
    const army = { id: `a${Date.now().toString(36)}`, system: namedSystem(roster.system, systems), roster };
    change((all) => added(all, army));
    current = army.id;
    if (!isKept) say('Merken lässt sich die Liste hier nicht: Der Speicher ist voll oder gesperrt. Bis du die Seite verlässt, ist sie da.');
    form.fold();
    await show();
    title.scrollIntoView({ block: 'start' });
  } catch (problem) {
    complain(problem instanceof BadRoster ? problem.message : 'Diese Datei lässt sich nicht lesen. Gib die Liste im Programm neu aus.');
  } finally {
    form.wait(false);
  }
}

async function show() {
  const mine = turn += 1;
  shown = null;
  list.removeAttribute('aria-busy');
  const army = lists.find(({ id }) => id === current);
  for (const one of [choice, title, about, actions, list, farewell]) one.hidden = !army;
  form.box.open ||= !army;
  if (!army) return null;
  const { roster } = army;
  const system = systems.some(({ id }) => id === army.system) ? army.system : ''; // an old list's system may be gone
  const options = systems.map(({ id, name }) => new Option(name, id, false, id === system));
  choices.replaceChildren(...(system ? [] : [new Option('Bitte wählen', '', true, true)]), ...options);
  picker.replaceChildren(...lists.map((one) => new Option(one.roster.name, one.id, false, one.id === current)));
  picker.parentNode.hidden = lists.length < 2;
  document.title = document.title.replace(/^.*?(?= – [^–]*$|$)/, () => roster.name);
  farewell.replaceChildren(button('', 'Diese Liste löschen …', ask));
  title.textContent = roster.name;
  list.className = `b-liste n-spiel-${system}`;
  actions.hidden = !system;
  about.textContent = roster.points;
  if (!system) return list.replaceChildren(element('p', { class: 'b-frage' }, NO_SYSTEM));
  list.setAttribute('aria-busy', 'true');
  try {
    const sheet = await inSlices(sheetOf(roster, await matcherOf(system)));
    const made = await inSlices(listed(sheet));
    if (mine !== turn) return null;
    shown = sheet;
    keepRules(army, sheet.named);
    about.textContent = [roster.points, counted(sheet)].filter(Boolean).join(' · ');
    list.replaceChildren(...made);
  } catch {
    if (mine === turn) list.replaceChildren(element('p', {}, NO_RULES));
  }
  return list.removeAttribute('aria-busy');
}

/** Lists as text, without their rules. */
const unruled = (some) => JSON.stringify(some, (key, value) => (key === 'rules' ? undefined : value));

/** Keep with a list the rules that it names (undefined: it names none), for the pages of the phases (board.js). */
function keepRules(army, rules) {
  if (!isKept || rules?.join() === rulesOf(army)?.join()) return;
  change((all) => all.map((one) => (one.id === army.id ? { ...one, rules } : one)));
}

const counted = ({ rules, missing }) => [`${rules.length} ${rules.length === 1 ? 'Regel' : 'Regeln'} gefunden`, missing.length && `${missing.length} ${missing.length === 1 ? 'Name' : 'Namen'} nicht`].filter(Boolean).join(', ');

async function matcherOf(system) {
  const known = matchers.get(system) ?? new Matcher(await bundle(system));
  if (!matchers.has(system)) await inSlices(known.learning());
  matchers.set(system, known);
  return known;
}

/** Make a Spickzettel of all rules (see collections.js). */
function collect() {
  if (!shown) return say('Die Regeln dieser Liste sind noch nicht da.');
  if (!shown.rules.length) return say('In dieser Liste haben wir keine Regel gefunden.');
  const items = shown.rules.map(({ target, title: name }) => ({ id: target, title: name }));
  return document.dispatchEvent(new CustomEvent('nachschlag:spickzettel', { detail: { title: title.textContent, items } }));
}

function ask() {
  farewell.replaceChildren(button('', 'Ja, von diesem Gerät löschen', drop), button('', 'Behalten', show));
  farewell.firstChild.focus();
}

function drop() {
  change((all) => all.filter(({ id }) => id !== current));
  current = lists[0]?.id ?? '';
  say('Gelöscht.');
  return show();
}
