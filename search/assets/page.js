/* The search page: all hits for ?q=, narrowed by system, kind and phase, each with a matching snippet. */

import { address, element } from '../../generator/assets/scripts/site.js';
import { inSlices, painted, pause } from '../../generator/assets/scripts/slices.js';
import { beside } from './beside.js';
import { inSteps, readShorts } from './engine.js';
import { chosenSystem } from './system.js';
import { MANY, addPassages, addressOf, asPreview, countText, hitLines, idOf, quoted, textless, toldApart } from './hits.js';
import { asked as noteAsked } from './missed.js';
import { remember } from './recent.js';
import { lacking, nowhere, systemNamed, wayOut } from './suggestions.js';
import { withoutOperator } from './core/operators.js';
import { readTexts } from './texts.js';

/** Address parameter → label. */
const FACETS = { spiel: 'Spiel', art: 'Art', phase: 'Phase' };
/** The same as operators of the query, which take precedence over the address. */
const SAID = { spiel: 'systems', art: 'kinds', phase: 'phases' };
/** Represents several values of an operator. */
const SEVERAL = '*';
const HELP = 'hilfe/suchen#genauer';
const UNLOADED = 'Die Suche ließ sich nicht laden. Lade die Seite neu.';
/** The number of hits before the note on what an excerpt lacks. */
const ANSWERS = 3;
/** The number of hits by names that show their short rules before the rest is loaded. */
const SOON = 8;

const linked = (places) => places.map(({ id, title }) => element('p', {}, element('a', { href: address(id) }, title)));

export class Page {
  /** @param {HTMLElement} place the element that takes the hits */
  constructor(place) {
    const asked = new URLSearchParams(window.location.search);
    this.text = (asked.get('q') || '').trim();
    this.chosen = Object.fromEntries(Object.keys(FACETS).map((name) => [name, asked.get(name) || '']));
    this.place = place.appendChild(element('section', { class: 'n-suche__seite', 'aria-label': 'Suchergebnisse' }));
    this.fillFields();
    this.place.addEventListener('click', ({ target }) => {
      const hit = target.closest('a.n-treffer__titel')?.closest('[data-id]');
      if (!hit) return;
      remember(hit.dataset.id);
      window.history.replaceState({ ...window.history.state, treffer: { id: hit.dataset.id, top: hit.getBoundingClientRect().top } }, '');
    });
  }

  fillFields() {
    for (const input of document.querySelectorAll('form[data-suche] input[name="q"]')) input.value = this.text;
  }

  async render() {
    if (!this.text) return;
    this.place.replaceChildren(element('p', { role: 'status' }, 'Suche …'));
    await this.update();
    await this.goBack();
  }

  /** Shows the hits by names, then those of all words, unless another query comes meanwhile. */
  async update() {
    const run = {};
    this.run = run;
    try {
      await inSteps((search) => search.soughtIn(this.text, this.chosen.spiel), (search, isLast) => run !== this.run || this.step(search, isLast));
    } catch {
      this.place.replaceChildren(element('p', { role: 'status' }, UNLOADED));
    }
  }

  /** Shows hits; those by names with their short rules, in a frame of their own. Returns whether they are enough. */
  async step(search, isLast) {
    const isByName = search.only === undefined;
    const { hits } = isLast ? { hits: [] } : this.find(search, this.chosen);
    if (!isLast && (!hits.length || (isByName && window.history.state?.treffer))) return false;
    if (isByName) await readShorts(search, new Set(hits.slice(0, SOON).map(({ at }) => search.document(at).system)));
    await search.warm;
    await this.show(search, isByName ? { status: isLast ? UNLOADED : 'Suche …' } : {});
    if (isByName) await painted();
    return !isByName;
  }

  /** Restores the scroll position on return from a hit, also after snippets have made the list longer. */
  async goBack() {
    const left = window.history.state?.treffer;
    const hit = this.hitOf(left?.id);
    if (!hit) return;
    const restore = () => window.scrollBy(0, hit.getBoundingClientRect().top - left.top);
    let isMoved = false;
    for (const name of ['wheel', 'touchstart', 'keydown']) window.addEventListener(name, () => { isMoved = true; }, { once: true, passive: true });
    restore();
    hit.querySelector('a').focus({ preventScroll: true });
    await Promise.all(this.pieces);
    if (!isMoved) restore();
  }

  hitOf(id) {
    return [...this.place.querySelectorAll('.n-treffer')].find(({ dataset }) => dataset.id === id);
  }

  find(search, chosen, text = this.text) {
    const asked = search.asked(text);
    const given = (name) => (asked[SAID[name]].size ? null : chosen[name] || null);
    return search.search(text, { system: given('spiel'), kind: given('art'), phase: given('phase'), current: chosenSystem(), limit: MANY });
  }

  /** Searches, makes the hits and shows them, in turns, so that a phone keeps responding. A query that comes meanwhile takes their
   * place. `isRead`: all available texts for "these words" have been read. `status` is said instead of the number of hits. */
  async show(search, { isRead = false, status = '' } = {}) {
    const turn = {};
    this.turn = turn;
    if (!this.text) {
      this.place.replaceChildren();
      return;
    }
    const found = this.find(search, this.chosen);
    const isWaiting = found.missing.length > 0 && !isRead;
    await pause();
    const unknown = nowhere(search, this.text, this.chosen.spiel || chosenSystem(), found);
    const filters = this.filters(search, found);
    await pause();
    const answer = found.hits.length ? [beside(await this.withExcerpt(search, found, unknown.length ? 0 : ANSWERS), this.pieces)] : isWaiting ? [] : await this.nothing(search, found);
    if (this.turn !== turn) return;
    const heading = element('p', { role: 'status', class: 'n-suche__zahl' }, status || this.heading(found, isWaiting));
    const held = document.activeElement?.closest('.n-treffer')?.dataset.id;
    const notices = [...found.asked.notices, ...unknown].map((notice) => element('p', { class: 'n-suche__meldung' }, notice));
    this.place.replaceChildren(heading, ...notices, ...this.correction(search, found), filters, ...this.operators(found), ...answer);
    this.hitOf(held)?.querySelector('a').focus({ preventScroll: true });
    if (isWaiting) this.readTexts(search, this.text, found.missing);
    else if (!status) noteAsked(this.text, this.chosen.spiel || chosenSystem(), found.total);
  }

  heading({ hits, total, missing }, isWaiting) {
    if (!hits.length && isWaiting) return 'Sucht in den Regeltexten …';
    const count = hits.length ? countText(total) : 'Nichts gefunden';
    return `${count} für ${quoted(this.text)}${missing.length ? textless(isWaiting) : ''}`;
  }

  async readTexts(search, text, missing) {
    await readTexts(search, missing);
    if (text === this.text) await this.show(search, { isRead: true });
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

  filters(search, found) {
    return element('p', { class: 'n-suche__filter' }, ...Object.keys(FACETS).flatMap((name) => this.filter(search, name, found)));
  }

  /** A choice among the values that the hits have without this filter; none if there is nothing to choose. */
  filter(search, name, found) {
    const options = this.counted(search, name, found);
    const said = [...search.asked(this.text)[SAID[name]]];
    const chosen = said.length > 1 ? SEVERAL : said[0] ?? this.chosen[name];
    if (options.size < 2 && !chosen) return [];
    const select = element('select', { name }, element('option', { value: '' }, 'alle'));
    const sorted = [...options].sort((one, other) => one[1].label.localeCompare(other[1].label, 'de'));
    for (const [value, { label, count }] of sorted) select.append(element('option', { value }, count && search.only !== undefined ? `${label} (${count})` : label));
    if (chosen && !options.has(chosen)) select.append(element('option', { value: chosen }, chosen === SEVERAL ? 'mehrere' : chosen));
    select.value = chosen;
    select.addEventListener('change', () => this.choose(search, name, select.value));
    return [element('label', {}, `${FACETS[name]}: `, select)];
  }

  /** value → {label, count} over the hits without this filter: what was `found`, unless it narrows. Other systems are not counted if
   * only one was searched. */
  counted(search, name, found) {
    if (name === 'spiel' && search.only) return new Map(search.games.map(({ id, name: label }) => [id, { label, count: id === search.only && found.all.length }]));
    const options = new Map();
    const text = this.textWithout(search, name);
    const { all } = this.chosen[name] || text !== this.text ? this.find(search, { ...this.chosen, [name]: '' }, text) : found;
    for (const { at } of all) {
      for (const [value, label] of this.values(search, name, search.document(at))) {
        options.set(value, { label, count: (options.get(value)?.count || 0) + 1 });
      }
    }
    return options;
  }

  values(search, name, found) {
    if (name === 'art') return [[found.kind, found.kindName]];
    const system = search.games.find((one) => one.id === found.system);
    if (!system) return [];
    if (name === 'spiel') return [[system.id, system.name]];
    return system.phases.filter(([phase]) => found.phases.includes(phase));
  }

  /** The query without the operators of a key. */
  textWithout(search, key) {
    const { operators } = search.asked(this.text);
    return operators.filter((operator) => operator.key === key).reverse().reduce(withoutOperator, this.text);
  }

  async choose(search, name, value) {
    const rest = this.textWithout(search, name);
    const isSaid = rest !== this.text;
    this.text = isSaid && value ? `${rest} ${name}:${value}`.trim() : rest;
    this.chosen[name] = isSaid ? '' : value;
    if (name === 'spiel') this.chosen.phase = '';
    window.history.replaceState(null, '', this.addressWith({ ...this.chosen, q: this.text }));
    this.fillFields();
    await this.update();
    this.place.querySelector(`select[name="${name}"]`)?.focus();
  }

  /** The operators that no filter shows, each removable. */
  operators({ asked }) {
    const shown = asked.operators.filter(({ key }) => !FACETS[key]);
    const links = shown.map((operator) => {
      const href = this.addressWith({ q: withoutOperator(this.text, operator) });
      const cross = element('span', { 'aria-hidden': 'true' }, '×');
      return element('a', { href, class: 'n-suche__befehl', 'aria-label': `${operator.text} weglassen` }, operator.text, ' ', cross);
    });
    return links.length ? [element('p', { class: 'n-suche__befehle' }, ...links)] : [];
  }

  // -- hits --------------------------------------------------------------------------------------------------------------------

  /** The hits, below a link to the system that is all of the query, and with a note on what the searched excerpt lacks before
   * the hit at `place`. */
  async withExcerpt(search, found, place) {
    const list = await this.results(search, found);
    const put = (lines, before) => lines.forEach((line) => list.insertBefore(element('li', {}, line), before ?? null));
    put(this.excerpt(search), list.children[place]);
    put(systemNamed(search, this.text).flatMap(({ links }) => linked(links)), list.children[0]);
    return list;
  }

  excerpt(search) {
    return linked(lacking(search, this.text, this.chosen.spiel || chosenSystem()));
  }

  async results(search, found) {
    this.pieces = [];
    return element('ol', { class: 'n-suche__treffer' }, ...await inSlices(this.items(search, found)));
  }

  * items(search, { hits, terms, words }) {
    const items = [];
    for (const hit of toldApart(search, hits)) {
      const link = element('a', { class: 'n-treffer__titel', href: addressOf(search, hit), ...asPreview(search, hit) });
      const item = element('li', { class: 'n-treffer', 'data-id': idOf(search, hit) }, ...hitLines(search, hit, terms, link, this.chosen.spiel));
      this.pieces.push(addPassages(search, hit, words, terms, item, link));
      items.push(item);
      yield;
    }
    return items;
  }

  /** Ways out if nothing is found: dropping filters, the nearest names. The lists from A to Z are on the page anyway. */
  async nothing(search, { asked }) {
    const none = Object.fromEntries(Object.keys(FACETS).map((name) => [name, '']));
    const isNarrowed = asked.narrows || Object.values(this.chosen).some(Boolean);
    const plain = asked.narrows ? { q: asked.text.trim().replace(/\s+/g, ' ') } : {};
    const help = element('a', { href: address(HELP) }, 'So suchst du genauer');
    const wider = element('a', { href: this.addressWith({ ...none, ...plain }) }, 'Ohne Filter suchen');
    const way = element('p', {}, ...(isNarrowed ? [wider, ' · '] : []), help);
    const near = wayOut(search, this.text, this.chosen.spiel || chosenSystem()).filter(({ hits }) => hits);
    const ways = [];
    for (const { label, hits } of near) ways.push(element('h2', {}, label), await this.results(search, { hits, terms: new Set(), words: [] }));
    return [way, ...systemNamed(search, this.text).flatMap(({ links }) => linked(links)), ...this.excerpt(search), ...ways];
  }
}
