/* A system's offline bundle (`api/v1/systems/<system>.json`) as records by id. Pure: for pages and for the service worker. */

import { placeInBook } from './wording.js';

export class Bundle {
  /** @param {object} json the parsed bundle */
  constructor(json) {
    this.json = json;
    this.system = json.system;
    this.records = new Map();
    for (const entry of json.entries) this.records.set(entry.id, { ...entry, system: json.system.id });
    for (const term of json.terms) this.records.set(term.id, { ...term, system: json.system.id, isTerm: true });
    this.lists = new Map(json.lists.map((list) => [list.path, list]));
  }

  /** The id (with its section, if it became one) to which an old id or a term's id redirects; the id itself without a redirect. */
  current(id) {
    return Object.hasOwn(this.json.redirects, id) ? this.json.redirects[id] : id;
  }

  /** The entry or term of an id (a section's is its entry's), or undefined. */
  find(id) {
    return this.records.get(this.current(id.split('#')[0]).split('#')[0]);
  }

  /** The part of a record, or undefined. */
  part(record) {
    return this.system.parts.find(({ id }) => id === record.part_id);
  }

  /** "Kapitel Elf 17.0": the part's title and the number, if any. */
  place(record) {
    return placeInBook(this.part(record)?.title, record.number);
  }

  /** The German name of a record's kind. */
  kindName(record) {
    return record.isTerm ? 'Begriff' : this.json.kinds[record.kind]?.[0] || record.kind;
  }

  /** An entry's children, in reading order. */
  children(id) {
    return this.json.entries.filter((entry) => entry.parent === id);
  }
}

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** A text escaped for HTML. */
export const escaped = (text) => String(text ?? '').replace(/[&<>"']/g, (letter) => entities[letter]);

/** Finished HTML as plain text on one line, still escaped. */
export const plainText = (html = '') => html.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ').trim();

/** The bundle's finished HTML with its site-relative links ("/t9a/angst/#tabelle") below `root` ("/regeln/"); `file` ends the addresses of
    folders: "../../t9a/angst/index.html#tabelle". Pages have both as `here` in site.js. */
export const placed = (html, { root, file = '' }) =>
  (html || '').replace(/ href="\/([^"#]*)/g, (_, path) => ` href="${root}${path}${path === '' || path.endsWith('/') ? file : ''}`);
