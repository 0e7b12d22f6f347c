/* What stands around a page made offline: its game's or part's contents beside it, its own headings, its place in the menu. As contents.py
   and the theme (Material) write them. Pure; see pages.js. */

import { escaped } from './bundle.js';

const PRIVATE = (text) => (text ? `<p class="n-privat">${escaped(text)}</p>\n` : '');

/**
 * A made page with what stands around it: {accent, contents, headings, menu: {path, html}, mayReport}, each empty where it has none.
 * `page.beside` names the part whose contents stand beside it, "" the whole game; without it nothing does.
 */
export function around(page, bundle, place) {
  const mark = bundle?.json.private;
  return {
    ...page,
    accent: bundle?.system.accent ?? '',
    html: PRIVATE(mark) + page.html,
    contents: page.beside === undefined ? '' : current(contents(page.beside, bundle, place), page, place),
    headings: page.hasHeadings ? headings(page.html) : '',
    menu: menu(page, bundle, place),
    mayReport: Boolean(page.id) && !mark,
  };
}

/** Links to the page itself, and to its game, marked as in every list of ways. */
export function current(html, { path, system }, place) {
  const marked = (all, to, mark) => all.replace(`href="${place.root}${escaped(to)}"`, (link) => `${link} aria-current="${mark}"`);
  const here = marked(html, path, 'page');
  return system && path !== `${system}/` ? marked(here, `${system}/`, 'true') : here;
}

function contents(part, bundle, place) {
  const list = part && bundle.lists.get(`${bundle.system.id}/teil/${part}`);
  if (part && !list) return '';
  const [path, title] = list ? [`${list.path}/`, list.title] : [`${bundle.system.id}/`, bundle.system.name];
  const lines = list ? partLines(list, bundle) : ways(bundle);
  const items = lines.map(({ path: to, title: name, number = '', indent = 0 }) => (
    `<li${indent ? ` class="n-t${indent}"` : ''}><a href="${place.root}${escaped(to)}">`
      + `${number && !name.startsWith(number) ? `<b>${escaped(number)}</b> ` : ''}${escaped(name)}</a></li>`
  ));
  return `<p><a href="${place.root}${escaped(path)}">${escaped(title)}</a></p><ul>${items.join('')}</ul>`;
}

function partLines(list, bundle) {
  const rows = list.groups.flatMap(([, targets]) => targets).map((target) => (Array.isArray(target) ? target : [target, '', 0]));
  const lines = rows.map(([id, , indent]) => ({ record: bundle.find(id), indent })).filter(({ record }) => record);
  return lines.map(({ record: { id, title, number }, indent }) => ({ path: `${id}/`, title, number, indent }));
}

/** A game's lists as the menu has them: its parts, A–Z, its terms. */
function ways({ system, lists }) {
  const inMenu = [...lists.values()].filter(({ path }) => path.startsWith(`${system.id}/teil/`));
  const whole = [[`${system.id}/a-z/`, 'A–Z'], ...(system.terms ? [[`${system.id}/glossar/`, 'Glossar']] : [])];
  return [...inMenu.map(({ path, title }) => ({ path: `${path}/`, title })), ...whole.map(([path, title]) => ({ path, title }))];
}

// -- the page's own headings, as the theme's table of contents ----------------------------------------------------------------

const HEADING = /<h([2-6]) id="([^"]+)">([^]*?)<\/h\1>/g;

/** The headings below the title as nested lists; "" where there are none. */
function headings(html) {
  const found = [...html.matchAll(HEADING)].map(([, level, id, text]) => ({ level: Number(level), id, text: text.replace(/<[^>]*>/g, '').trim() }));
  if (!found.length) return '';
  return '<label class="md-nav__title" for="__toc"><span class="md-nav__icon md-icon"></span>Inhaltsverzeichnis</label>'
    + `<ul class="md-nav__list" data-md-component="toc" data-md-scrollfix>${nested(found)}</ul>`;
}

function nested(found) {
  const items = [];
  for (let rest = found; rest.length;) {
    const [first, ...more] = rest;
    const end = more.findIndex(({ level }) => level <= first.level);
    const below = end < 0 ? more : more.slice(0, end);
    const list = below.length ? `<nav class="md-nav" aria-label="${first.text}"><ul class="md-nav__list">${nested(below)}</ul></nav>` : '';
    items.push(`<li class="md-nav__item"><a href="#${first.id}" class="md-nav__link"><span class="md-ellipsis">${first.text}</span></a>${list}</li>`);
    rest = more.slice(below.length);
  }
  return items.join('\n');
}

// -- the menu -------------------------------------------------------------------------------------------------------------------

const name = (text) => `<span class="md-ellipsis">${escaped(text)}</span>`;
const ARROW = '<span class="md-nav__icon md-icon"></span>';
const way = (place, path, title, isHere) => (
  `<a href="${place.root}${escaped(path)}" class="md-nav__link${isHere ? ' md-nav__link--active' : ''}">${name(title)}</a>`
);

/** The line of the menu that the page's place in it changes: {path it leads to, html instead}; null where none. */
function menu(page, bundle, place) {
  if (page.path === 'begriffe/') return { path: page.path, html: leaf(page, page, place) };
  const lines = bundle ? ways(bundle) : [];
  if (!bundle || ![`${bundle.system.id}/`, ...lines.map(({ path }) => path)].includes(page.path)) return null;
  return { path: `${bundle.system.id}/`, html: opened(page, bundle.system, lines, place) };
}

/** A game with its lists below it. */
function opened(page, { id, name: title }, lines, place) {
  const active = page.path === `${id}/` ? ' md-nav__link--active' : '';
  const nav = `__nav_${id}`;
  const items = lines.map((line) => leaf(line, page, place));
  return [
    '<li class="md-nav__item md-nav__item--active md-nav__item--nested">',
    `<input class="md-nav__toggle md-toggle" type="checkbox" id="${nav}" checked>`,
    `<div class="md-nav__link md-nav__container">${way(place, `${id}/`, title, active)}`,
    `<label class="md-nav__link${active}" for="${nav}" id="${nav}_label" tabindex="0">${ARROW}</label></div>`,
    `<nav class="md-nav" data-md-level="1" aria-labelledby="${nav}_label" aria-expanded="true">`,
    `<label class="md-nav__title" for="${nav}">${ARROW}${escaped(title)}</label>`,
    `<ul class="md-nav__list" data-md-scrollfix>${items.join('\n')}</ul></nav></li>`,
  ].join('\n');
}

/** A page of the menu; the one that is shown has its headings below it. */
function leaf({ path, title }, page, place) {
  if (path !== page.path) return `<li class="md-nav__item">${way(place, path, title)}</li>`;
  const own = headings(page.html);
  return [
    '<li class="md-nav__item md-nav__item--active"><input class="md-nav__toggle md-toggle" type="checkbox" id="__toc">',
    own && `<label class="md-nav__link md-nav__link--active" for="__toc">${name(title)}${ARROW}</label>`,
    way(place, path, title, true),
    own && `<nav class="md-nav md-nav--secondary" aria-label="Inhaltsverzeichnis">${own}</nav>`,
    '</li>',
  ].filter(Boolean).join('\n');
}
