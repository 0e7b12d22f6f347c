/* Nachschlag: search fields and the search page.

   Every <form data-suche> gets suggestions while typing (a combobox after the ARIA pattern); the element [data-suche-seite] gets all
   hits for ?q=. Without this script the form is a plain link to the search page. Text reaches the page through textContent only. */

import { address, currentGame, element, load } from '../../generator/assets/scripts/site.js';
import { Names, Search } from './suche-kern.js';

const SUGGESTIONS = 8;
const ALL = 50;

const kept = new Map();

/** The same promise for the same name; a failed one is tried again at the next key. */
function once(name, make) {
  if (!kept.has(name)) {
    kept.set(name, make());
    kept.get(name).catch(() => kept.delete(name));
  }
  return kept.get(name);
}

const json = (name) => load(`assets/suche/${name}`);
const namesFile = () => json('names.json');
/** Names first: they find most of what is typed, in a quarter of the bytes. */
const names = () => once('names', async () => new Names(await namesFile()));
/** The whole search. */
const loaded = () => once('search', async () => {
  const first = await namesFile(); // alone on the line, so that names come soonest
  return new Search({ ...first, ...await json('index.json') });
});

/** The texts of one game, id → text; without them hits only lack their piece of text. */
const textsOf = (system) => {
  const name = `texte-${system || 'begriffe'}.json`;
  return json(name).catch(() => ({}));
};

// -- building blocks ---------------------------------------------------------------------------------------------------------

function withMarks(search, text, terms) {
  return search.marked(text, terms).map(([piece, meant]) => (meant ? element('mark', {}, piece) : piece));
}

/** The lines of one hit: game and number, title with its original, short rule. */
function hitLines(search, hit, terms, title) {
  const found = search.document(hit.at);
  const place = [found.game || found.kindName, found.number].filter(Boolean).join(' · ');
  title.append(...withMarks(search, found.title, terms));
  const names = element('span', { class: 'n-treffer__namen' }, title);
  if (found.titleEn) names.append(' ', element('span', { class: 'n-treffer__original', lang: 'en' }, ...withMarks(search, found.titleEn, terms)));
  const lines = [element('span', { class: 'n-treffer__ort' }, place), names];
  if (found.short) lines.push(element('span', { class: 'n-treffer__kurz' }, ...withMarks(search, found.short, terms)));
  return lines;
}

const addressOf = (search, hit) => address(search.document(hit.at).id);

// -- the search field --------------------------------------------------------------------------------------------------------

let fields = 0;

class Field {
  constructor(form) {
    fields += 1;
    this.form = form;
    this.input = form.querySelector('input[name="q"]');
    this.list = element('ul', { role: 'listbox', id: `n-suche-liste-${fields}`, class: 'n-suche__liste', 'aria-label': 'Treffer', hidden: '' });
    this.status = element('p', { role: 'status', class: 'n-suche__stand' });
    const place = form.querySelector('[data-suche-treffer]') || form.appendChild(element('div', { 'data-suche-treffer': '' }));
    place.append(this.list, this.status);
    this.active = -1;
    this.addresses = [];
    this.prepare();
    this.listen();
  }

  prepare() {
    const attributes = {
      role: 'combobox', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false',
      'aria-autocomplete': 'list', 'aria-expanded': 'false', 'aria-controls': this.list.id,
    };
    for (const [name, value] of Object.entries(attributes)) this.input.setAttribute(name, value);
  }

  listen() {
    this.input.addEventListener('focus', () => loaded().catch(() => {}));
    this.input.addEventListener('input', (event) => event.isComposing || this.update());
    this.input.addEventListener('compositionend', () => this.update());
    this.input.addEventListener('keydown', (event) => this.key(event));
    this.input.addEventListener('blur', () => this.close());
    // The field keeps the focus while a hit is being tapped, else the list would close under the finger.
    this.list.addEventListener('pointerdown', (event) => event.preventDefault());
    this.list.addEventListener('click', (event) => {
      const option = event.target.closest('[role="option"]');
      if (option) this.go(this.options.indexOf(option), event.ctrlKey || event.metaKey);
    });
  }

  get options() {
    return Array.from(this.list.children);
  }

  async update() {
    const text = this.input.value;
    if (!text.trim()) {
      this.close();
      this.status.textContent = '';
      return;
    }
    const show = (search) => text === this.input.value && this.show(search, text);
    try {
      const first = await Promise.race([loaded(), names()]);
      show(first);
      // Without the rest names are still found.
      if (!(first instanceof Search)) show(await loaded().catch(() => first));
    } catch {
      this.close();
      this.status.textContent = 'Die Suche ließ sich nicht laden. Mit der Eingabetaste geht es zur Suchseite.';
    }
  }

  show(search, text) {
    const { hits, total, terms, words } = search.search(text, { current: currentGame(), limit: SUGGESTIONS });
    this.addresses = hits.map((hit) => addressOf(search, hit));
    this.list.replaceChildren(...hits.map((hit, at) => element(
      'li',
      { role: 'option', id: `${this.list.id}-${at}`, class: 'n-treffer', 'aria-selected': 'false', 'data-id': search.document(hit.at).id },
      ...hitLines(search, hit, terms, element('span', { class: 'n-treffer__titel' })),
    )));
    this.select(-1);
    this.open(hits.length > 0 && document.activeElement === this.input);
    const corrected = hits.length ? search.corrected(text.trim(), words, hits[0].at) : '';
    const count = corrected ? `${countText(total)} für „${corrected}“` : countText(total);
    this.status.textContent = hits.length ? count : `Nichts gefunden für „${text.trim()}“.`;
  }

  open(isOpen) {
    this.list.hidden = !isOpen;
    this.input.setAttribute('aria-expanded', String(isOpen));
  }

  close() {
    this.open(false);
    this.select(-1);
  }

  select(at) {
    this.options[this.active]?.setAttribute('aria-selected', 'false');
    this.active = at;
    const option = this.options[at];
    if (!option) {
      this.input.removeAttribute('aria-activedescendant');
      return;
    }
    option.setAttribute('aria-selected', 'true');
    this.input.setAttribute('aria-activedescendant', option.id);
    option.scrollIntoView({ block: 'nearest' });
  }

  key(event) {
    if (event.isComposing) return;
    const count = this.options.length;
    const isOpen = !this.list.hidden;
    if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && count) {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      this.open(true);
      // From the field itself (-1) down to the first or up to the last, and round.
      this.select(((this.active + 1 + step + count + 1) % (count + 1)) - 1);
    } else if (event.key === 'Enter' && isOpen && this.active >= 0) {
      event.preventDefault();
      this.go(this.active, event.ctrlKey || event.metaKey);
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault(); // the first Esc closes the list, the second empties the field
      this.close();
    }
  }

  go(at, newTab) {
    if (!this.addresses[at]) return;
    if (newTab) window.open(this.addresses[at], '_blank', 'noopener');
    else window.location.assign(this.addresses[at]);
  }
}

function countText(total) {
  if (total === 1) return '1 Treffer';
  return total > ALL ? `Über ${ALL} Treffer` : `${total} Treffer`;
}

/** "/" leads to the first search field, unless somebody is writing. */
function listenForSlash() {
  document.addEventListener('keydown', (event) => {
    const writing = event.target.closest?.('input, textarea, select, [contenteditable=""], [contenteditable="true"]');
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || writing) return;
    const input = Array.from(document.querySelectorAll('form[data-suche] input[name="q"]')).find((field) => field.getClientRects().length);
    if (!input) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
}

// -- the search page ---------------------------------------------------------------------------------------------------------

/** Address parameter → label, and what may be chosen: [value, name] of what the hits have. */
const FACETS = { spiel: 'Spiel', art: 'Art', phase: 'Phase' };

class Page {
  constructor(place) {
    const asked = new URLSearchParams(window.location.search);
    this.text = (asked.get('q') || '').trim();
    this.chosen = Object.fromEntries(Object.keys(FACETS).map((name) => [name, asked.get(name) || '']));
    this.place = place.appendChild(element('section', { class: 'n-suche__seite', 'aria-label': 'Suchergebnisse' }));
    for (const input of document.querySelectorAll('form[data-suche] input[name="q"]')) input.value = this.text;
  }

  async render() {
    if (!this.text) return;
    this.place.replaceChildren(element('p', { role: 'status' }, 'Suche …'));
    try {
      this.show(await loaded());
    } catch {
      this.place.replaceChildren(element('p', { role: 'status' }, 'Die Suche ließ sich nicht laden. Lade die Seite neu.'));
    }
  }

  find(search, chosen) {
    const { spiel, art, phase } = chosen;
    return search.search(this.text, { system: spiel || null, kind: art || null, phase: phase || null, current: currentGame(), limit: ALL });
  }

  show(search) {
    const found = this.find(search, this.chosen);
    const { hits, total } = found;
    const heading = hits.length ? `${countText(total)} für „${this.text}“` : `Nichts gefunden für „${this.text}“`;
    const children = [element('p', { role: 'status', class: 'n-suche__zahl' }, heading), ...this.correction(search, found), this.filters(search)];
    children.push(...(hits.length ? [this.results(search, found)] : this.nearest(search)));
    this.place.replaceChildren(...children);
  }

  correction(search, { hits, words }) {
    const corrected = hits.length ? search.corrected(this.text, words, hits[0].at) : '';
    if (!corrected) return [];
    const there = new URL(window.location.href);
    there.searchParams.set('q', corrected);
    return [element('p', { class: 'n-suche__korrektur' }, 'Meintest du ', element('a', { href: there.href }, corrected), '?')];
  }

  filters(search) {
    return element('p', { class: 'n-suche__filter' }, ...Object.keys(FACETS).flatMap((name) => this.filter(search, name)));
  }

  /** A choice among what the hits have without this choice; nothing to choose, no choice. */
  filter(search, name) {
    const options = new Map();
    for (const { at } of this.find(search, { ...this.chosen, [name]: '' }).all) {
      for (const [value, label] of this.values(search, name, search.document(at))) {
        options.set(value, { label, count: (options.get(value)?.count || 0) + 1 });
      }
    }
    if (options.size < 2 && !this.chosen[name]) return [];
    const select = element('select', { name }, element('option', { value: '' }, 'alle'));
    const sorted = [...options].sort((one, other) => one[1].label.localeCompare(other[1].label, 'de'));
    for (const [value, { label, count }] of sorted) select.append(element('option', { value }, `${label} (${count})`));
    if (this.chosen[name] && !options.has(this.chosen[name])) select.append(element('option', { value: this.chosen[name] }, this.chosen[name]));
    select.value = this.chosen[name];
    select.addEventListener('change', () => this.choose(search, name, select.value));
    return [element('label', {}, `${FACETS[name]}: `, select)];
  }

  values(search, name, found) {
    if (name === 'art') return [[found.kind, found.kindName]];
    const game = search.games.find((one) => one.id === found.system);
    if (!game) return [];
    if (name === 'spiel') return [[game.id, game.name]];
    return game.phases.filter(([phase]) => found.phases.includes(phase));
  }

  choose(search, name, value) {
    this.chosen[name] = value;
    if (name === 'spiel') this.chosen.phase = '';
    const there = new URL(window.location.href);
    for (const [facet, wanted] of Object.entries(this.chosen)) {
      if (wanted) there.searchParams.set(facet, wanted); else there.searchParams.delete(facet);
    }
    window.history.replaceState(null, '', there);
    this.show(search);
    this.place.querySelector(`select[name="${name}"]`)?.focus();
  }

  results(search, { hits, terms, words }) {
    return element('ol', { class: 'n-suche__treffer' }, ...hits.map((hit) => {
      const link = element('a', { class: 'n-treffer__titel', href: addressOf(search, hit) });
      const item = element('li', { class: 'n-treffer', 'data-id': search.document(hit.at).id }, ...hitLines(search, hit, terms, link));
      this.addPiece(search, item, hit.at, words, terms);
      return item;
    }));
  }

  /** The piece of the text that has what title and short rule do not say, as soon as the texts are there. */
  async addPiece(search, item, at, words, terms) {
    const { id, system } = search.document(at);
    const piece = words.length ? search.snippet((await textsOf(system))[id] || '', words, at) : '';
    if (piece) item.append(element('span', { class: 'n-treffer__stelle' }, ...withMarks(search, piece, terms)));
  }

  nearest(search) {
    const hits = search.nearest(this.text, 5, this.chosen.spiel || null);
    return hits.length ? [element('p', {}, 'Meintest du vielleicht:'), this.results(search, { hits, terms: new Set(), words: [] })] : [];
  }
}

// -- start -------------------------------------------------------------------------------------------------------------------

const forms = Array.from(document.querySelectorAll('form[data-suche]'), (form) => new Field(form));
const place = document.querySelector('[data-suche-seite]');
if (place) new Page(place).render();
if (forms.length) {
  listenForSlash();
  const whenIdle = window.requestIdleCallback || ((work) => window.setTimeout(work, 1500));
  // Somebody who saves data waits for the first focus instead.
  if (!navigator.connection?.saveData) whenIdle(() => loaded().catch(() => {}), { timeout: 4000 });
}
