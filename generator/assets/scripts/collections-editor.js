/* A player's own collections on the page "Spickzettel": choose, order, remove, rename, share, print, save as a file, import. */

import { button, checkbox } from './buttons.js';
import { fromFile, toFile, toFragment } from './collections-file.js';
import { byGroup, groupOf, headed, isCrossed } from './collections-groups.js';
import { FAVOURITES, add, drop, healed, listOf, merge, move, remove, rename, retitled, size } from './collections-model.js';
import { listRow, removedRow } from './collections-row.js';
import { isBrief, nameWindow, printButton, switches } from './collections-selection.js';
import { change, collections, createList } from './collections.js';
import { asked, confirmed, copy, openDialog } from './dialog.js';
import { menu } from './menu.js';
import { say } from './notice.js';
import { publicAddress, sharing } from './sharing.js';
import { element } from './site.js';

const BIGGEST_FILE = 1_000_000;

export class ListEditor {
  /** Fills `place` and shows the list with an id, or else the favourites. */
  constructor(place, listId) {
    this.listId = listId;
    this.rows = new Map();
    this.removed = null;
    this.picker = element('select', { name: 'spickzettel', change: () => this.choose(this.picker.value) });
    this.heading = element('h2', { class: 'n-auswahl__titel n-nur-druck' }); // on screen the picker shows it
    this.ownActions = [button('', 'Umbenennen …', () => this.rename()), button('', 'Spickzettel löschen …', () => this.drop())];
    this.list = element('ol', { class: 'n-auswahl' });
    this.empty = element('p', { class: 'n-auswahl__leer n-nur-schirm' }, 'Hier steht noch nichts. Tippe bei einer Regel auf „Merken“, oder unter „Mehr“ auf „Auf Spickzettel …“.');
    const label = element('label', { class: 'n-waehler' }, element('span', { class: 'n-versteckt' }, 'Spickzettel'), this.picker);
    const pickers = element('div', { class: 'n-leiste n-nur-schirm' }, label, button('', 'Neu …', () => this.create()));
    // While editing, shrink rules to their heads, so that a long list is easy to order.
    const edit = checkbox('Bearbeiten', false, (isOn) => this.list.classList.toggle('n-auswahl--ordnen', isOn), { class: 'n-schalter' });
    place.replaceChildren(pickers, this.heading, this.actions(), switches(() => this.redraw(), edit), this.empty, this.list);
    this.refresh();
  }

  actions() {
    const file = element('input', { type: 'file', accept: '.json,application/json', hidden: '', change: () => this.readIn(file) });
    const shared = () => (this.items().length ? { title: this.heading.textContent, url: this.link() } : null);
    const [share, ...more] = sharing(shared, () => this.copyLink());
    const files = [button('', 'Alle als Datei sichern', () => this.save()), button('', 'Datei einlesen …', () => file.click())];
    const all = menu(...more, ...this.ownActions, ...files);
    return element('div', { class: 'n-leiste n-nur-schirm' }, share, printButton(() => this.drawn), all, file);
  }

  /** Redraw the current lists. Keeps unchanged rows, and the focus. */
  refresh() {
    const state = collections();
    const list = listOf(state, this.listId) ?? listOf(state, FAVOURITES);
    if (list.id !== this.listId) this.removed = null;
    this.listId = list.id;
    this.picker.replaceChildren(...state.lists.map(({ id, title, items }) => new Option(`${title} (${items.length})`, id, false, id === list.id)));
    this.heading.textContent = list.title;
    nameWindow(list.title);
    for (const one of this.ownActions) one.hidden = list.id === FAVOURITES;
    this.draw();
    this.drawn = this.follow();
  }

  draw() {
    const focused = document.activeElement;
    const rows = this.items().map((item) => this.row(item));
    rows.forEach(({ place }, at) => place(at, rows.length));
    this.isGrouped = rows.every(({ group }) => group);
    if (this.removed) rows.splice(this.removed.at, 0, this.removed);
    this.list.replaceChildren(...headed(rows));
    this.empty.hidden = rows.length > 0;
    if (focused !== document.activeElement && focused.isConnected) focused.focus();
  }

  row(item) {
    if (!this.rows.has(item.id)) {
      const moveTo = (to) => this.move(item.id, to);
      const made = listRow(item, isBrief(), { place: () => this.placeOf(item.id), move: moveTo, remove: () => this.remove(item.id) });
      made.grouped = groupOf(item.id).then((group) => { made.group = group; });
      this.rows.set(item.id, made);
    }
    return this.rows.get(item.id);
  }

  redraw() {
    this.rows.clear();
    this.refresh();
  }

  /** Group the rules, and update ids and titles, once they have loaded. */
  async follow() {
    const found = (await Promise.all(Array.from(this.rows.values(), (row) => row.grouped.then(() => row.ready)))).filter(Boolean);
    if (!this.isGrouped) this.draw();
    const today = new Map(found.flatMap(({ redirects }) => Object.entries(redirects)));
    const titles = new Map(found.map(({ id, title }) => [id, title]));
    change((state) => retitled(healed(state, today), titles));
  }

  placeOf(id) {
    return this.items().findIndex((item) => item.id === id);
  }

  /** The items as they are shown. */
  items() {
    const { items = [], own } = listOf(collections(), this.listId) ?? {};
    return own ? items : this.sorted(items);
  }

  sorted(items) {
    return byGroup(items, (id) => this.rows.get(id)?.group);
  }

  move(id, to) {
    this.removed = null;
    const { title } = this.items()[this.placeOf(id)];
    const isOwn = (items) => items.some(({ id: one }) => !this.rows.get(one)?.group?.game) || isCrossed(items, this.sorted(items));
    change((state) => move(state, this.listId, id, to, this.items(), isOwn));
    this.refresh(); // also without a change: puts a dragged row back
    say(`„${title || id}“ steht jetzt an Stelle ${this.placeOf(id) + 1} von ${this.items().length}.`);
  }

  remove(id) {
    const at = this.placeOf(id);
    const item = this.items()[at];
    const stored = listOf(collections(), this.listId).items.findIndex((one) => one.id === id);
    this.removed = { at, row: removedRow(item, () => this.putBack(item, stored)) };
    change((state) => remove(state, this.listId, id));
    this.removed.row.querySelector('button').focus();
  }

  putBack(item, at) {
    this.removed = null;
    change((state) => add(state, this.listId, item, at));
    this.row(item).row.querySelector('.n-ordnen button:last-child').focus();
  }

  choose(listId) {
    this.listId = listId;
    this.removed = null;
    this.rows.clear();
    window.history.replaceState(null, '', `#liste=${listId}`);
    this.refresh();
  }

  async create() {
    const title = await asked('Neuer Spickzettel', 'Name');
    if (title) this.choose(createList(title));
  }

  async rename() {
    const title = await asked('Umbenennen', 'Name', listOf(collections(), this.listId).title);
    if (title) change((state) => rename(state, this.listId, title));
  }

  async drop() {
    const { id, title, items } = listOf(collections(), this.listId);
    const rules = items.length === 1 ? 'einer Regel' : `${items.length} Regeln`;
    if (!(await confirmed(`„${title}“ mit ${rules} löschen?`, 'Löschen'))) return;
    change((state) => drop(state, id));
    this.choose(FAVOURITES);
    say('Gelöscht.');
  }

  link() {
    const { title, items } = listOf(collections(), this.listId);
    return `${publicAddress('spickzettel')}#${toFragment(title, items.map(({ id }) => id))}`;
  }

  copyLink() {
    if (!this.items().length) return say('Auf diesem Spickzettel steht noch nichts.');
    return copy(this.link(), 'Link kopiert. Wer ihn öffnet, sieht diese Regeln.', 'Link');
  }

  save() {
    const href = URL.createObjectURL(new Blob([toFile(collections())], { type: 'application/json' }));
    element('a', { href, download: `spickzettel-${new Date().toISOString().slice(0, 10)}.json` }).click();
    setTimeout(() => URL.revokeObjectURL(href), 60_000);
  }

  async readIn(input) {
    const [file] = input.files;
    const read = file.size > BIGGEST_FILE ? { problem: 'Diese Datei ist zu groß, um von hier zu stammen.' } : fromFile(await file.text());
    input.value = ''; // so that the same file can be chosen again
    if (read.problem) return openDialog('Das ging nicht', element('p', {}, read.problem));
    const before = size(collections());
    const added = size(change((state) => merge(state, read.lists))) - before;
    const left = { 0: '', 1: ' Eine Zeile war unlesbar.' }[read.unread] ?? ` ${read.unread} Zeilen waren unlesbar.`;
    return say(`Eingelesen: ${added === 1 ? 'eine Regel' : `${added} Regeln`} dazugekommen.${left}`);
  }
}
