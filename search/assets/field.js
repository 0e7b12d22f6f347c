/* A search field that shows hits while the user types: a combobox after the ARIA pattern, with its listbox in groups. The list lies below
   the field on large screens and covers the screen on phones (panel.js). Text reaches the page through textContent only. */

import { version } from '../../generator/assets/scripts/data.js';
import { address, element, isTouch } from '../../generator/assets/scripts/site.js';
import { direct, directName } from './direct.js';
import { inSteps, names, whole } from './engine.js';
import { chosenSystem, onSystem, systemIn } from './system.js';
import { addPassages, asPreview, countText, grouped, hasOwn, hitLines, idOf, picked, quoted, textless, toldApart } from './hits.js';
import { First } from './first.js';
import { asked as noteAsked } from './missed.js';
import { Panel } from './panel.js';
import { forgetRecents, onRecents, remember } from './recent.js';
import { RECENTS, lacking, nowhere, suggestions, systemNamed, wayOut } from './suggestions.js';
import { systemSwitch } from './switch.js';
import { readTexts } from './texts.js';

const SHOWN_ON_PHONES = 8;
const SHOWN = 10;
/** The number of answering passages shown with each of the first hits. */
const ANSWERS = [2, 1, 1];
const UNLOADED = 'Die Suche ließ sich nicht laden. Die Eingabetaste versucht es auf der Suchseite noch einmal.';

let fields = 0;
/** Whether the last key was Tab: tabbing past the field does not open it. */
let isTabbing = false;
document.addEventListener('keydown', (event) => { isTabbing = event.key === 'Tab'; }, true);
document.addEventListener('pointerdown', () => { isTabbing = false; }, true);

export class Field {
  /** @param {HTMLFormElement} form with an input "q"; in a [data-dock] it becomes a panel on phones */
  constructor(form) {
    fields += 1;
    this.form = form;
    this.input = form.querySelector('input[name="q"]');
    this.active = -1;
    this.direct = null;
    this.build(`n-suche-liste-${fields}`);
    this.listen();
    this.goBack();
  }

  get options() {
    return Array.from(this.list.querySelectorAll('[role="option"]'));
  }

  get isOpen() {
    return !this.place.hidden;
  }

  build(id) {
    this.list = element('div', { role: 'listbox', id, class: 'n-suche__liste', 'aria-label': 'Treffer', hidden: '' });
    this.status = element('span', { role: 'status', class: 'n-suche__stand' });
    this.more = element('a', { class: 'n-suche__mehr', href: this.form.getAttribute('action') ?? './', hidden: '' });
    this.forget = element('button', { type: 'button', class: 'n-suche__leeren', hidden: '' }, 'Zuletzt leeren');
    this.notice = element('p', { role: 'status', class: 'n-suche__meldung', hidden: '' });
    this.line = element('div', { class: 'n-suche__zeile' }, this.status, this.more, this.forget);
    this.place = this.form.querySelector('[data-suche-treffer]') || this.form.appendChild(element('div', { 'data-suche-treffer': '' }));
    this.place.hidden = true;
    this.first = new First();
    this.roll = element('div', { class: 'n-suche__rolle' }, this.notice, this.first.box, this.list);
    this.place.append(this.line, this.roll);
    const dock = this.form.closest('[data-dock]');
    this.panel = dock ? new Panel(dock, this.form, () => this.hide()) : null;
    const attributes = {
      role: 'combobox', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false',
      'aria-autocomplete': 'list', 'aria-expanded': 'false', 'aria-controls': id,
    };
    for (const [name, value] of Object.entries(attributes)) this.input.setAttribute(name, value);
  }

  listen() {
    const ahead = () => names().then((search) => whole(systemIn(search))).catch(() => {});
    this.form.addEventListener('pointerenter', ahead, { once: true }); // before the focus, which loads it anyway
    this.input.addEventListener('focus', (event) => isTabbing || this.open(event.relatedTarget));
    this.input.addEventListener('click', () => this.open());
    this.input.addEventListener('input', (event) => event.isComposing || this.typed());
    this.input.addEventListener('compositionend', () => this.typed());
    this.input.addEventListener('keydown', (event) => this.key(event));
    this.form.addEventListener('submit', (event) => this.submit(event));
    this.form.addEventListener('focusout', ({ relatedTarget: next }) => (
      this.panel?.isOpen || this.form.contains(next) || next?.closest('dialog') || this.hide()));
    // Keep the focus in the field while a hit is tapped, else everything would close under the finger.
    this.place.addEventListener('mousedown', (event) => event.preventDefault());
    for (const part of [this.list, this.more]) part.addEventListener('click', (event) => this.clicked(event));
    this.forget.addEventListener('click', () => {
      forgetRecents();
      this.input.focus();
    });
    // A page restored from the browser's cache starts with the field closed, but for the panel, to which back leads.
    window.addEventListener('pageshow', (event) => event.persisted && !this.panel?.isOpen && this.hide());
    onSystem(() => this.isOpen && this.update());
    onRecents(() => this.isOpen && !this.input.value.trim() && this.update());
  }

  // -- open and closed ---------------------------------------------------------------------------------------------------------

  /** @param {Element | null} from the element that had the focus */
  async open(from = null) {
    if (this.isOpen) return;
    this.place.hidden = false;
    if (this.panel?.isWanted) this.panel.open(from);
    await this.update();
  }

  /** Returns to the panel as it was when the user left it for another page. */
  async goBack() {
    const left = this.panel?.left;
    if (!left) return;
    this.input.value = left.text;
    await this.open();
    this.roll.scrollTop = left.top;
  }

  close() {
    if (this.panel?.isOpen) this.panel.close(); else this.hide();
  }

  hide() {
    this.place.hidden = true;
    this.select(-1);
    this.input.setAttribute('aria-expanded', 'false');
  }

  typed() {
    this.select(-1);
    if (this.isOpen) this.update(); else this.open();
  }

  // -- what is shown -----------------------------------------------------------------------------------------------------------

  async update() {
    const text = this.input.value;
    this.list.setAttribute('aria-busy', 'true');
    try {
      await inSteps(
        (search) => search.soughtIn(text, '', systemIn(search)),
        (search, isLast) => text !== this.input.value || this.show(search, text.trim(), isLast),
      );
    } catch {
      this.render([]);
      this.done();
      this.say(UNLOADED);
    }
  }

  /** Returns whether this is enough: everything, or an answer of the only system that was searched. */
  show(search, text, isLast) {
    this.addSwitch(search);
    this.direct = null;
    this.tell([]);
    const chosen = systemIn(search);
    if (text) return this.showHits(search, text, chosen, isLast);
    this.showSuggestions(search, chosen, isLast || Boolean(search.only));
    return Boolean(search.only);
  }

  done(isLast = true) {
    this.list.setAttribute('aria-busy', String(!isLast));
  }

  addSwitch(search) {
    if (this.switch || search.games.length < 2) return;
    this.switch = systemSwitch(search.games);
    // After a tap on a system return to typing; a choice by keyboard keeps the focus.
    this.switch.addEventListener('click', ({ pointerType }) => pointerType && window.setTimeout(() => this.input.focus()));
    this.place.prepend(this.switch);
  }

  showSuggestions(search, chosen, isLast) {
    const groups = suggestions(search, chosen);
    this.render(groups, search);
    this.say(chosen ? `Sucht zuerst in ${search.games.find(({ id }) => id === chosen).short}.` : 'Sucht in allen Spielen.');
    this.forget.hidden = !groups.some(({ label }) => label === RECENTS);
    this.done(isLast);
  }

  /** `isRead`: all available texts for "these words" have been read. */
  showHits(search, text, chosen, isEverything, isRead = false) {
    const found = search.search(text, { current: chosen });
    const { all, hits: first, total, terms, words, asked, missing } = found;
    const isBegun = all.length > 0 && text.length === 1; // hardly a query yet, and not worth loading all systems
    const isLast = isEverything || Boolean(search.only && (isBegun || hasOwn(search, all, search.only)));
    const isWaiting = missing.length > 0 && !isRead;
    if (isWaiting) this.readTexts(search, text, chosen, missing);
    const unknown = nowhere(search, text, chosen, found);
    this.tell([...asked.notices, ...unknown]);
    if (!all.length && isWaiting) {
      this.render([]);
      this.say('Sucht in den Regeltexten …');
      this.done();
      return isLast;
    }
    if (isLast && !isWaiting) noteAsked(text, chosen, total);
    if (!all.length) {
      this.showNothing(search, text, chosen, isLast);
      return isLast;
    }
    const limit = this.panel?.isWanted ? SHOWN_ON_PHONES : SHOWN;
    const withPlace = (hit) => first.find(({ at }) => at === hit.at) ?? { ...hit, ...search.placeIn?.(words, hit.at) };
    const best = picked(search, all, chosen, limit).map(withPlace);
    const hits = toldApart(search, best);
    const groups = grouped(search, hits, chosen, hasOwn(search, all, chosen)).map(([label, inGroup]) => ({ label, hits: inGroup }));
    Object.assign(groups[0], { links: lacking(search, text, chosen), linksAt: unknown.length ? 0 : ANSWERS.length });
    groups.unshift(...systemNamed(search, text));
    this.render(groups, search, terms, chosen);
    const isShown = this.answer(search, groups.flatMap(({ hits: inGroup = [] }) => inGroup), words, terms);
    isShown.finally(() => text === this.input.value.trim() && this.done(isLast));
    const corrected = search.corrected(text, words, all[0].at);
    const count = countText(total) + (missing.length ? textless(isWaiting) : '');
    this.direct = direct(search, asked.text, all, chosen);
    this.say(corrected ? `${count} für „${corrected}“` : count, text);
    return isLast;
  }

  /** Show with the first hits the passages that answer. */
  async answer(search, hits, words, terms) {
    const options = this.options.filter(({ dataset }) => dataset.hit !== undefined);
    await Promise.all(hits.map((hit, at) => addPassages(search, hit, words, terms, options[at], options[at], ANSWERS[at] ?? 0)));
  }

  async readTexts(search, text, chosen, missing) {
    await readTexts(search, missing);
    if (text === this.input.value.trim()) this.showHits(search, text, chosen, true, true);
  }

  /** Notices about invalid operators and words that are nowhere, below the line. */
  tell(notices) {
    this.notice.hidden = !notices.length;
    this.notice.textContent = notices.join(' ');
  }

  showNothing(search, text, chosen, isLast) {
    this.render(isLast ? wayOut(search, text, chosen) : [], search);
    this.say(isLast ? `Nichts gefunden für ${quoted(text)}.` : 'Suche …');
    this.done(isLast);
  }

  /** The line above the hits: their number, and where the Enter key leads. */
  say(status, text = '') {
    this.status.textContent = status;
    this.forget.hidden = true;
    this.more.hidden = !text;
    this.line.classList.toggle('n-suche__zeile--treffer', Boolean(text));
    if (!text) return;
    const isDirect = this.direct && !this.panel?.isWanted;
    this.more.href = isDirect ? address(this.direct.id) : this.searchPage;
    this.more.textContent = isDirect ? `Eingabetaste: ${directName(this.direct, text, chosenSystem())}` : 'Alle zeigen';
  }

  /** Show groups [{label, hits, links, linksAt}], links after as many hits, marking `terms` in hits. Keeps the choice among them. */
  render(groups, search = null, terms = new Set(), chosen = '') {
    const kept = this.options[this.active]?.dataset.id;
    this.select(-1);
    for (const one of [this.roll, this.list]) one.scrollTop = 0; // before the change: afterwards it would force a layout
    this.list.replaceChildren(...groups.map(({ label, hits, links, linksAt = 0 }, at) => {
      const id = `${this.list.id}-${at}`;
      const linked = ({ id: to, title }) => optionTo(to, { class: 'n-suche__weg' }, title);
      const made = (hits ?? []).map((hit) => this.option(search, hit, terms, chosen));
      made.splice(linksAt, 0, ...(links ?? []).map(linked));
      const heading = element('div', { class: 'n-suche__gruppe', id, role: 'presentation' }, label);
      return element('div', { role: 'group', 'aria-labelledby': id, class: hits ? 'n-suche__regeln' : 'n-suche__wege' }, heading, ...made);
    }));
    const { options } = this;
    options.forEach((one, at) => { one.id = `${this.list.id}-o${at}`; });
    const shorts = [...this.list.querySelectorAll('.n-treffer__kurz')];
    for (const line of shorts.slice(ANSWERS.length)) line.classList.add('n-treffer__kurz--knapp');
    this.first.offer(options[0]);
    this.list.hidden = !groups.length;
    this.input.setAttribute('aria-expanded', String(this.isOpen && groups.length > 0));
    if (kept) this.select(options.findIndex(({ dataset }) => dataset.id === kept));
  }

  option(search, hit, terms, chosen) {
    const lines = hitLines(search, hit, terms, element('span', { class: 'n-treffer__titel' }), chosen);
    return optionTo(idOf(search, hit), { class: 'n-treffer', 'data-hit': '', ...asPreview(search, hit) }, ...lines);
  }

  // -- keys and taps -----------------------------------------------------------------------------------------------------------

  select(at) {
    this.options[this.active]?.setAttribute('aria-selected', 'false');
    const option = this.options[at];
    this.active = option ? at : -1;
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
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') this.arrow(event);
    else if (event.key === 'Enter') this.enter(event);
    else if (event.key === 'Escape' && this.isOpen) {
      event.preventDefault(); // the first Esc closes, the second empties the field
      this.close();
    }
  }

  async arrow(event) {
    event.preventDefault();
    await this.open();
    const count = this.options.length + 1;
    const step = event.key === 'ArrowDown' ? 1 : -1;
    // From the field itself (-1) down to the first or up to the last, and round again.
    this.select(((this.active + 1 + step + count) % count) - 1);
  }

  enter(event) {
    const target = this.options[this.active] ?? (this.direct ? { href: address(this.direct.id), dataset: {} } : null);
    if (!this.isOpen || !target) return;
    event.preventDefault();
    this.go(target, event.ctrlKey || event.metaKey);
  }

  clicked(event) {
    const target = event.target.closest('a');
    if (!target || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (isTouch(event) && target.dataset.blatt !== undefined) { // it opens from below (sheet.js)
      remember(target.dataset.id);
      this.keep();
      return;
    }
    event.preventDefault();
    this.go(target, false);
  }

  go(target, isNewTab) {
    if (target.dataset.id && target.dataset.hit !== undefined) remember(target.dataset.id);
    if (isNewTab) window.open(target.href, '_blank', 'noopener');
    else this.leave(target.href);
  }

  /** Go to a page; back leads to the list as it is. */
  leave(there) {
    this.keep();
    window.location.assign(there);
  }

  keep() {
    this.panel?.keep({ text: this.input.value, top: this.roll.scrollTop });
  }

  /** The search page for the typed text. */
  get searchPage() {
    const there = new URL(this.form.action);
    there.search = new URLSearchParams({ q: this.input.value.trim(), ...(chosenSystem() ? { spiel: chosenSystem() } : {}) });
    return there.href;
  }

  submit(event) {
    event.preventDefault();
    if (this.input.value.trim()) this.leave(this.searchPage);
  }

  /** Bring the user here from anywhere on the page. */
  focus() {
    const from = document.activeElement;
    this.input.focus();
    this.input.select();
    this.open(from);
  }
}

function optionTo(id, more, ...children) {
  return element('a', { role: 'option', href: address(id), tabindex: '-1', 'aria-selected': 'false', 'data-id': id, ...more }, ...children);
}

/** Load what answers the first letters when the browser is idle, and the rest if the device has it. */
export function loadAhead() {
  const whenIdle = window.requestIdleCallback || ((work) => window.setTimeout(work, 1500));
  // With data saving on, wait for the first focus instead.
  if (!navigator.connection?.saveData) whenIdle(() => version().then(() => (navigator.serviceWorker?.controller ? whole() : names())).catch(() => {}), { timeout: 4000 });
}
