/* The site of this script, the page's options, and the site's records. */

import { said, source } from './own.js';

const kept = new Map();

/** An option of the page: from `nachschlagOptions`, else an attribute of our script's element. "" and "ja" are yes, "nein" is no. */
export function option(name) {
  const value = globalThis.nachschlagOptions?.[name] ?? said[name];
  return value === '' || value === 'ja' ? true : value === 'nein' ? false : value;
}

/** An absolute address of the site; for a path that leads to another protocol, that of the site itself. */
export function address(path) {
  const site = option('site'), base = new URL(site?.replace?.(/\/*$/, '/') ?? '.', source), url = new URL(path, base);
  return /^https?:$/.test(url.protocol) || url.protocol === base.protocol ? url.href : base.href;
}

/** The address of a rule's page. */
export const page = (id) => address(id.replace(/(?=#)|$/, '/'));

/** The promise of `make`, made once for each key; a failed one is made again next time. */
export function once(key, make) {
  if (!kept.has(key)) kept.set(key, make().catch((problem) => { kept.delete(key); throw problem; }));
  return kept.get(key);
}

export const json = (path) => once(address(path), async () => {
  const answer = await fetch(address(`${path}.json`), { credentials: 'omit' });
  if (!answer.ok) throw Object.assign(new Error(`${answer.url}: ${answer.status}`), { status: answer.status });
  return answer.json();
});

const plain = { createHTML: String, createScriptURL: String };
let policy;

/** A text for Trusted Types, if the page demands them and grants us a policy. */
export function trusted(kind, text) {
  try {
    policy ??= window.trustedTypes.createPolicy('nachschlag', plain);
  } catch {
    policy = plain;
  }
  return policy[kind](text);
}
