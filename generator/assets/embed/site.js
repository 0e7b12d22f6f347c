/* The site of this script: its address, its records, and the meaning of references on other sites' pages. */

import { areas } from './areas.js';

const own = document.currentScript?.src || document.querySelector('script[src*="einbetten-1.js"]')?.src || location.href;
const base = new URL('.', own);
const kept = new Map();

const isId = (ref) => /^[a-z0-9-]+(\/[\w-]+)+(#[\w-]+)?$/.test(ref);

/** An absolute address of the site; a path that leads to another protocol gives the site itself. */
export function address(path) {
  const url = new URL(path, base);
  return /^https?:$/.test(url.protocol) || url.protocol === base.protocol ? url.href : base.href;
}

/** The address of a rule's page. */
export const page = (id) => address(id.replace(/(?=#)|$/, '/'));

/** What `make` promises, once per key; what failed is tried again next time. */
function once(key, make) {
  if (!kept.has(key)) kept.set(key, make().catch((problem) => { kept.delete(key); throw problem; }));
  return kept.get(key);
}

const json = (path) => once(path, async () => {
  const answer = await fetch(address(`${path}.json`), { credentials: 'omit' });
  if (!answer.ok) throw Object.assign(new Error(path), { status: answer.status });
  return answer.json();
});

const plain = { createHTML: String, createScriptURL: String };
let policy;

/** A text as Trusted Types want it, where the page asks for them and lets us have a policy. */
export function trusted(kind, text) {
  try {
    policy ??= window.trustedTypes.createPolicy('nachschlag', plain);
  } catch {
    policy = plain;
  }
  return policy[kind](text);
}

/** The finder of references is a script of its own, which only those fetch who need it. It hands itself over with an event. */
const finderScript = () => once('', () => new Promise((resolve, reject) => {
  const script = document.createElement('script');
  addEventListener('nachschlag:verweise', ({ detail }) => resolve(detail), { once: true });
  script.onerror = reject;
  script.src = trusted('createScriptURL', address('einbetten-1-verweise.js'));
  document.head.append(script);
}));

/** A system's finder: (text, part) → [{start, end, id}]. */
const finderOf = (system) => once(system, async () => {
  const [finder, index] = await Promise.all([finderScript(), json(`einbetten-1/${system}`)]);
  return finder(index);
});

let link;

/** Link an area that names its system, or a place in it. */
export async function linkTexts(area, place) {
  const system = area.dataset.regelAuto;
  if (!/^[a-z0-9-]+$/.test(system)) return;
  const [tools] = await Promise.all([finderScript(), finderOf(system)]);
  link ??= areas({ page, finderOf, ...tools });
  await link(area, place);
}

/** "aos/rettungswurf" stays, "aos:Grundregeln 17.0" is looked up; "" for what means nothing, or several rules. */
async function idOf(ref) {
  const [, system, words] = /^([a-z0-9-]+):\s*(.+)$/s.exec(ref) ?? [];
  if (!system) return isId(ref) ? ref : '';
  const find = await finderOf(system);
  const whole = [`„${words}“`, `siehe ${words}`].map((text) => find(text).find(({ start, end }) => text.slice(start, end) === words));
  return (whole[0] ?? whole[1])?.id ?? '';
}

/** {id, title, …}: a rule's record or a term's; null if there is none. Rejects if the site does not answer. */
export async function rule(ref) {
  const id = (await idOf(ref.trim())).replace(/#.*/, '');
  const [system, kind] = id.split('/');
  if (!id || kind === 'seite' || system === 'begriffe') return null;
  if (kind === 'glossar') {
    const term = (await json(`api/v1/glossary/${system}`)).terms.find((one) => one.id === id);
    return term ? { ...term, short: term.definition } : null;
  }
  try {
    return await json(`api/v1/entries/${id}`);
  } catch (problem) {
    if (problem.status !== 404) throw problem;
    const { moved_to: now } = (await json('api/v1/moved')).moved.find(({ old }) => old === id) ?? {};
    return now ? rule(now) : null;
  }
}
