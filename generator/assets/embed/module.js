/* nachschlag.mjs: einbetten-1.js as a module for programs. Does nothing until a function is called; `find` and `rule` need no page. */

import { hide as hideHint, hints, show as showHint } from './hint.js';
import { finderOf, rule as ruleOf } from './rules.js';
import { page } from './site.js';
import { observe as observeRoot, refresh as refreshRoot } from './texts.js';

let listens = false;

/** Listen for the events that open and close hints, once on a page. */
function listen() {
  if (!listens && !customElements.get('regel-karte')) hints();
  listens = true;
}

export function configure(options) {
  globalThis.nachschlagOptions = { ...globalThis.nachschlagOptions, ...options };
}

export async function find(text, system, part) {
  const found = await finderOf(system);
  return found(text, part).map((one) => ({ ...one, url: page(one.id) }));
}

export async function rule(ref) {
  return ruleOf(ref);
}

export async function show(element, ref) {
  listen();
  return showHint(element, ref);
}

export function hide() {
  hideHint();
}

export async function refresh(root) {
  listen();
  await refreshRoot(root);
}

export function observe(root) {
  listen();
  refreshRoot(root);
  return observeRoot(root);
}
