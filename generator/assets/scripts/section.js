/* One section of a rule: what stands below its heading, or its row of a table. */

import { element } from './site.js';

const parser = new DOMParser();
const levelOf = (node) => Number(/^H([1-6])$/.exec(node.nodeName)?.[1] ?? 0);

/** {title, nodes} of a section in the HTML that `bodyHtml` makes; null if it is not there. */
export function sectionOf(html, section) {
  const body = parser.parseFromString(html, 'text/html');
  const found = [...body.querySelectorAll('[data-abschnitt]')].find((one) => one.dataset.abschnitt === section);
  if (!found) return null;
  return found.nodeName === 'TR' ? row(found) : { title: found.textContent.trim(), nodes: below(found) };
}

/** Everything up to the next heading of the same level or above. */
function below(heading) {
  const nodes = [];
  for (let node = heading.nextElementSibling; node; node = node.nextElementSibling) {
    if (levelOf(node) && levelOf(node) <= levelOf(heading)) break;
    nodes.push(node);
  }
  return nodes;
}

/** A row as a card: its cells, each below its column's heading. */
function row(found) {
  const heads = [...found.closest('table').querySelectorAll('thead th')];
  const facts = [...found.cells].slice(1).map((cell, at) => (
    element('div', { class: 'n-karte__fakt' }, element('dt', {}, heads[at + 1].textContent), element('dd', {}, ...cell.childNodes))
  ));
  return { title: found.cells[0].textContent.trim(), nodes: [element('div', { class: 'n-karte' }, element('dl', {}, ...facts))] };
}
