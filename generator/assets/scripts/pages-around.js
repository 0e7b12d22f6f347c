/* The surroundings of a page made offline: its system's or part's contents beside it, as in contents.py. Pure; see pages.js. */

import { escaped } from './bundle.js';
import { shownNumber } from './wording.js';

/** Mark links to the page itself, and to its system. */
export function current(html, { path, system }, place) {
  const marked = (all, to, mark) => all.replace(`href="${place.root}${escaped(to)}"`, (link) => `${link} aria-current="${mark}"`);
  const here = marked(html, path, 'page');
  return system ? marked(here, `${system}/`, 'true') : here;
}

/** The contents of a part ("" for the system) as links; "" for an unknown part. */
export function contents(part, bundle, place) {
  const { system, lists } = bundle;
  const list = lists.get(`${system.id}/teil/${part}`);
  if (part && !list) return '';
  const lines = list ? partLines(list, bundle) : [...lists.values()].filter(({ path }) => /^[^/]+\/(?:teil\/|a-z$|glossar$)/.test(path));
  const link = (path, html) => `<a href="${place.root}${escaped(path)}/">${html}</a>`;
  const items = lines.map(({ path, title, number = '', indent = 0 }) => (
    `<li${indent ? ` class="n-t${indent}"` : ''}>${link(path, `${number && `<b>${escaped(number)}</b> `}${escaped(title)}`)}</li>`
  ));
  return `<p>${link(list?.path ?? system.id, escaped(list?.title ?? system.name))}</p><ul>${items.join('')}</ul>`;
}

const partLines = ({ groups }, bundle) => groups.flatMap(([, targets]) => targets).flatMap((target) => {
  const [id, , indent] = [target].flat();
  const record = bundle.find(id);
  return record ? [{ path: id, title: record.title, number: shownNumber(record), indent }] : [];
});
