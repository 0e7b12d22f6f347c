/* A list on the page: units with their rules, each a link that opens it from below. Names from a file go in as text only. */

import { placed } from '../scripts/bundle.js';
import { address, element, here } from '../scripts/site.js';

/** The elements of a sheet (see sheet.js), in steps. */
export function* listed({ forces, missing, rest }) {
  const made = [];
  for (const force of forces) {
    const section = element('section', { class: 'b-armee' }, ...(force.name ? [element('h3', {}, force.name)] : []));
    for (const unit of force.units) {
      section.append(unitBox(unit));
      yield;
    }
    made.push(section);
  }
  if (missing.length) made.push(missingBox(missing));
  if (rest.length) made.push(restBox(rest));
  return made;
}

function unitBox({ name, count, points, rules, unknown }) {
  const title = element('h4', {}, ...(count > 1 ? [element('span', { class: 'b-zahl' }, `${count} × `)] : []), name);
  if (points) title.append(' ', element('span', { class: 'b-neben' }, points));
  const box = element('article', { class: 'b-einheit' }, title);
  if (rules.length) box.append(element('dl', {}, ...rules.map(ruleLine)));
  else if (!unknown.length) box.append(element('p', { class: 'b-neben' }, 'Keine Sonderregeln gefunden.'));
  if (unknown.length) box.append(element('p', { class: 'b-neben' }, `Nicht gefunden: ${unknown.join(', ')}`));
  return box;
}

function ruleLine({ target, title, record }) {
  const short = element('dd');
  short.innerHTML = placed(record.short_html, here.root, here.file); // from our own build
  return element('div', {}, element('dt', {}, element('a', { class: 'verweis', href: address(target), 'data-id': target }, title)), short);
}

function missingBox(missing) {
  const rows = missing.map(({ text, near, several }) => element('li', {}, element('strong', {}, text), near.length ? ` – ${several ? 'mehrdeutig' : 'am nächsten'}: ${near.join(', ')}` : ''));
  return element('section', { class: 'b-offen' }, element('h3', {}, 'Nicht gefunden'),
    element('p', {}, 'Diese Namen aus der Liste hat keine unserer Regeln, oder mehrere haben ihn. Regeln aus Armeebüchern haben wir nicht.'), element('ul', {}, ...rows));
}

function restBox(rest) {
  const rows = rest.map(([title, names]) => element('div', {}, element('dt', {}, title), element('dd', {}, names.join(' · '))));
  return element('details', { class: 'b-offen' }, element('summary', {}, 'Sonst in der Liste'), element('dl', { class: 'b-rest' }, ...rows));
}
