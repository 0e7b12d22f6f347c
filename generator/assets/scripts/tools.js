/* The tools of a page: remember, share, copy, embed, print, report. They fill the empty bar on pages of entries and terms. */

import { button, checkbox } from './buttons.js';
import { FAVOURITES, add, contains, listOf, remove } from './collections-model.js';
import { change, collections, createList, isFavourite, keep, onCollections } from './collections.js';
import { copy, copyField, openDialog } from './dialog.js';
import { menu } from './menu.js';
import { publicAddress, sharing } from './sharing.js';
import { address, element, isFolder, meta, root } from './site.js';
import { citation, embeddings, report } from './tools-text.js';

/** Fill every bar of the page. */
export function start() {
  for (const bar of document.querySelectorAll('[data-werkzeuge]')) fill(bar);
}

function fill(bar) {
  const { ziel: id, titel: title, original = '', zitat: place = '', spiel: game = '', stand: state = '' } = bar.dataset;
  const rule = { id, title, original, place, game, state, url: publicAddress(id) };
  const copyLink = () => copy(rule.url, 'Link kopiert.', 'Link');
  const [share, ...more] = sharing(() => ({ title, url: rule.url }), copyLink);
  bar.append(star(rule), share, menu(
    button('', 'Auf Spickzettel …', () => chooseLists(rule)),
    ...more,
    button('', 'Zitat kopieren', () => copy(citation(rule), 'Zitat kopiert.', 'Zitat')),
    button('', 'Einbetten …', () => embed(rule)),
    button('', 'Drucken', () => window.print()),
    reportLink(rule),
  ));
  bar.setAttribute('role', 'group');
  bar.setAttribute('aria-label', 'Werkzeuge zu dieser Regel');
}

function star(rule) {
  const made = button('star', 'Merken', () => keep(rule.id, rule.title));
  const show = () => made.setAttribute('aria-pressed', String(isFavourite(rule.id)));
  onCollections(show);
  show();
  return made;
}

/** Checkboxes for all lists, and a field for a new one. */
function chooseLists(rule) {
  const item = { id: rule.id, title: rule.title };
  const boxes = element('div', { class: 'n-auswahlliste' }, ...collections().lists.map((list) => tickBox(list, item)));
  const input = element('input', { type: 'text', maxlength: '80', required: '', autocomplete: 'off' });
  const submit = (event) => {
    event.preventDefault();
    const id = createList(input.value, [item]);
    boxes.append(tickBox(listOf(collections(), id), item));
    input.value = '';
  };
  const form = element('form', { class: 'n-dialog__frage', submit }, element('label', {}, 'Neuer Spickzettel', input), element('button', { class: 'n-knopf' }, 'Anlegen'));
  const all = element('a', { href: address('spickzettel') }, 'Alle Spickzettel ansehen');
  openDialog(`„${rule.title}“ auf Spickzettel`, boxes, form, element('p', {}, all));
}

function tickBox(list, item) {
  const put = (isOn) => change((state) => (isOn ? add(state, list.id, item) : remove(state, list.id, item.id)));
  return checkbox(list.id === FAVOURITES ? 'Favoriten' : list.title, contains({ lists: [list] }, list.id, item.id), put);
}

/** Offer the card for embedding pages if this site has its script. */
async function embed(rule) {
  const script = new URL('einbetten-1.js', root).href;
  const hasCards = !isFolder && (await fetch(script, { method: 'HEAD' }).then(({ ok }) => ok, () => false));
  const isRule = hasCards && !rule.id.includes('/glossar/'); // terms have neither a frame page nor a record of their own
  const fields = embeddings(rule, isRule ? script : '', publicAddress(`embed/${rule.id}`)).map(([label, text]) => copyField(label, text));
  openDialog('Einbetten', element('p', {}, 'Für deine Webseite, dein Wiki oder dein Forum:'), ...fields);
}

function reportLink(rule) {
  const href = report(meta('nachschlag-melden'), rule);
  return href && element('a', { class: 'n-knopf', href, rel: 'external noopener' }, 'Fehler melden');
}
