/* A list on the page: units with their rules, each a link that opens it from below. Names from a file go in as text only. */

import { placed } from '../scripts/bundle.js';
import { address, element, here } from '../scripts/site.js';

/** The elements of a sheet (see roster_sheet.js), in steps. */
export function* listed({ forces, missing, rest }) {
  const made = [];
  for (const { name, units } of forces) {
    const section = element('section', { class: 'b-armee' }, name && element('h3', {}, name));
    for (const unit of units) {
      section.append(unitBox(unit));
      yield;
    }
    made.push(section);
  }
  return [...made, missing.length && missingBox(missing), rest.length && restBox(rest)].filter(Boolean);
}

function unitBox({ name, count, points, rules, unknown }) {
  const number = count > 1 && element('span', { class: 'b-zahl' }, `${count} × `);
  const title = element('h4', {}, number, name, points && ' ', points && element('span', { class: 'b-neben' }, points));
  const hasNone = !rules.length && !unknown.length;
  const rest = hasNone ? 'Keine Sonderregeln gefunden.' : unknown.length && `Nicht gefunden: ${unknown.join(', ')}`;
  return element('article', { class: 'b-einheit' }, title,
    rules.length && element('dl', {}, ...rules.map(ruleLine)), rest && element('p', { class: 'b-neben' }, rest));
}

function ruleLine({ target, title, record }) {
  const short = element('dd');
  short.innerHTML = placed(record.short_html, here); // from our own build
  return element('div', {}, element('dt', {}, element('a', { class: 'verweis', href: address(target), 'data-id': target }, title)), short);
}

function missingBox(missing) {
  const near = (names, several) => names.length && ` – ${several ? 'mehrdeutig' : 'am nächsten'}: ${names.join(', ')}`;
  return element('section', { class: 'b-offen' }, element('h3', {}, 'Nicht gefunden'),
    element('p', {}, 'Diese Namen aus der Liste hat keine unserer Regeln, oder mehrere haben ihn. Regeln aus Armeebüchern haben wir nicht.'),
    element('ul', {}, ...missing.map((one) => element('li', {}, element('strong', {}, one.text), near(one.near, one.several)))));
}

function restBox(rest) {
  const rows = rest.map(([title, names]) => element('div', {}, element('dt', {}, title), element('dd', {}, names.join(' · '))));
  return element('details', { class: 'b-offen' }, element('summary', {}, 'Sonst in der Liste'), element('dl', { class: 'b-rest' }, ...rows));
}
