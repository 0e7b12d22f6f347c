/* The search page: all hits for ?q=, narrowed by game, kind and phase, each with the piece of text that fits. */

import { element } from '../../generator/assets/scripts/site.js';
import { whole } from './engine.js';
import { chosenGame } from './game.js';
import { addressOf, countText, hitLines, idOf, quoted, toldApart, withMarks } from './hits.js';
import { remember } from './recent.js';
import { wayOut } from './suggestions.js';
import { textOf } from './texts.js';

const ALL = 50;
/** Address parameter → label. */
const FACETS = { spiel: 'Spiel', art: 'Art', phase: 'Phase' };

export class Page {
  /** @param {HTMLElement} place where the hits go */
  constructor(place) {
    const asked = new URLSearchParams(window.location.search);
    this.text = (asked.get('q') || '').trim();
    this.chosen = Object.fromEntries(Object.keys(FACETS).map((name) => [name, asked.get(name) || '']));
    this.place = place.appendChild(element('section', { class: 'n-suche__seite', 'aria-label': 'Suchergebnisse' }));
    for (const input of document.querySelectorAll('form[data-suche] input[name="q"]')) input.value = this.text;
    this.place.addEventListener('click', ({ target }) => {
      const hit = target.closest('a.n-treffer__titel')?.closest('[data-id]');
      if (!hit) return;
      remember(hit.dataset.id);
      window.history.replaceState({ ...window.history.state, treffer: { id: hit.dataset.id, top: hit.getBoundingClientRect().top } }, '');
    });
  }

  async render() {
    if (!this.text) return;
    this.place.replaceChildren(element('p', { role: 'status' }, 'Suche …'));
    try {
      this.show(await whole());
      await this.goBack();
    } catch {
      this.place.replaceChildren(element('p', { role: 'status' }, 'Die Suche ließ sich nicht laden. Lade die Seite neu.'));
    }
  }

  /** Whoever comes back from a hit finds it where it was left, also once the pieces of text have made the list longer. */
  async goBack() {
    const left = window.history.state?.treffer;
    const hit = left && [...this.place.querySelectorAll('.n-treffer')].find(({ dataset }) => dataset.id === left.id);
    if (!hit) return;
    const restore = () => window.scrollBy(0, hit.getBoundingClientRect().top - left.top);
    let isMoved = false;
    for (const name of ['wheel', 'touchstart', 'keydown']) window.addEventListener(name, () => { isMoved = true; }, { once: true, passive: true });
    restore();
    hit.querySelector('a').focus({ preventScroll: true });
    await Promise.all(this.pieces);
    if (!isMoved) restore();
  }

  find(search, { spiel, art, phase }) {
    const options = { system: spiel || null, kind: art || null, phase: phase || null, current: chosenGame(), limit: ALL };
    return search.search(this.text, options);
  }

  show(search) {
    const found = this.find(search, this.chosen);
    const { hits, total } = found;
    const count = total > ALL ? `Über ${ALL} Treffer` : countText(total);
    const heading = hits.length ? `${count} für ${quoted(this.text)}` : `Nichts gefunden für ${quoted(this.text)}`;
    const status = element('p', { role: 'status', class: 'n-suche__zahl' }, heading);
    const answer = hits.length ? [this.results(search, found)] : this.nothing(search);
    this.place.replaceChildren(status, ...this.correction(search, found), this.filters(search), ...answer);
  }

  correction(search, { hits, words }) {
    const corrected = hits.length ? search.corrected(this.text, words, hits[0].at) : '';
    if (!corrected) return [];
    const link = element('a', { href: this.addressWith({ q: corrected }) }, corrected);
    return [element('p', { class: 'n-suche__korrektur' }, 'Meintest du ', link, '?')];
  }

  /** This page's address with other parameters; empty ones are left out. */
  addressWith(parameters) {
    const there = new URL(window.location.href);
    for (const [name, value] of Object.entries(parameters)) {
      if (value) there.searchParams.set(name, value); else there.searchParams.delete(name);
    }
    return there.href;
  }

  // -- filters -----------------------------------------------------------------------------------------------------------------

  filters(search) {
    return element('p', { class: 'n-suche__filter' }, ...Object.keys(FACETS).flatMap((name) => this.filter(search, name)));
  }

  /** A choice among what the hits have without this choice; nothing to choose, no choice. */
  filter(search, name) {
    const options = this.counted(search, name);
    const chosen = this.chosen[name];
    if (options.size < 2 && !chosen) return [];
    const select = element('select', { name }, element('option', { value: '' }, 'alle'));
    const sorted = [...options].sort((one, other) => one[1].label.localeCompare(other[1].label, 'de'));
    for (const [value, { label, count }] of sorted) select.append(element('option', { value }, `${label} (${count})`));
    if (chosen && !options.has(chosen)) select.append(element('option', { value: chosen }, chosen));
    select.value = chosen;
    select.addEventListener('change', () => this.choose(search, name, select.value));
    return [element('label', {}, `${FACETS[name]}: `, select)];
  }

  /** value → {label, count} of what the hits have, were there no choice of this name. */
  counted(search, name) {
    const options = new Map();
    for (const { at } of this.find(search, { ...this.chosen, [name]: '' }).all) {
      for (const [value, label] of this.values(search, name, search.document(at))) {
        options.set(value, { label, count: (options.get(value)?.count || 0) + 1 });
      }
    }
    return options;
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
    window.history.replaceState(null, '', this.addressWith(this.chosen));
    this.show(search);
    this.place.querySelector(`select[name="${name}"]`)?.focus();
  }

  // -- hits --------------------------------------------------------------------------------------------------------------------

  results(search, { hits, terms, words }) {
    this.pieces = [];
    return element('ol', { class: 'n-suche__treffer' }, ...toldApart(search, hits).map((hit) => {
      const link = element('a', { class: 'n-treffer__titel', href: addressOf(search, hit) });
      const item = element('li', { class: 'n-treffer', 'data-id': idOf(search, hit) }, ...hitLines(search, hit, terms, link));
      this.pieces.push(this.addPiece(search, item, hit.at, words, terms));
      return item;
    }));
  }

  /** The piece of the text that has what title and short rule do not say, as soon as the texts are there. */
  async addPiece(search, item, at, words, terms) {
    const piece = words.length ? search.snippet(await textOf(search.document(at)), words, at) : '';
    if (piece) item.lastElementChild.append(element('span', { class: 'n-treffer__stelle' }, ...withMarks(search, piece, terms)));
  }

  /** Ways out where nothing is found: without filters, the nearest names. The lists from A to Z stand on the page anyway. */
  nothing(search) {
    const none = Object.fromEntries(Object.keys(FACETS).map((name) => [name, '']));
    const isNarrowed = Object.values(this.chosen).some(Boolean);
    const wider = element('p', {}, element('a', { href: this.addressWith(none) }, 'Ohne Filter suchen'));
    const near = wayOut(search, this.text, this.chosen.spiel || chosenGame()).filter(({ hits }) => hits);
    const ways = near.flatMap(({ label, hits }) => [element('h2', {}, label), this.results(search, { hits, terms: new Set(), words: [] })]);
    return [...(isNarrowed ? [wider] : []), ...ways];
  }
}
