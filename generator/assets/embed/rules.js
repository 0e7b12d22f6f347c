/* Find rules by the page's references: an id, a system with words, an address of the site. */

import { loadFinder } from './load.js';
import { address, json, once } from './site.js';

const isId = (ref) => /^[a-z0-9-]+(\/[\w-]+)+(#[\w-]+)?$/.test(ref);

/** A system's finder: (text, part) → [{start, end, id, parameter}]; its `whole` takes words that are one reference. */
export const finderOf = (system) => once(address(`#${system}`), async () => {
  const [finder, index] = await Promise.all([loadFinder(), json(`einbetten-1/${system}`)]);
  return finder(index);
});

/** "aos/rettungswurf" stays, "aos:Grundregeln 17.0" is looked up; "" for words that mean no rule or several. */
async function idOf(ref) {
  const [, system, words] = /^([a-z0-9-]+):\s*(.+)$/s.exec(ref) ?? [];
  if (!system) return isId(ref) ? ref : '';
  return (await finderOf(system)).whole(words);
}

/** The id of the rule that a plain link leads to; "" for other links. */
export function linkedId({ href }) {
  const base = address('');
  const path = href.startsWith?.(base) ? href.slice(base.length).replace(/(\/(index\.html)?)?([?#].*)?$/, '') : '';
  return isId(path) && !/^(hilfe|art|embed|api)\//.test(path) ? path : '';
}

/** {id, title, …}: a rule's record, a term's or a concept's; null if there is none. Rejects if the site does not answer. */
export async function rule(ref) {
  let id;
  try {
    id = (await idOf(ref.trim())).replace(/#.*/, '');
    const [, kind] = id.split('/');
    if (!id || kind === 'seite') return null;
    const file = kind === 'glossar' ? `terms/${id}` : `entries/${id}`;
    const found = await json(`api/v1/${file.replace('entries/begriffe', 'concepts')}`);
    return { short: found.definition ?? found.description, ...found, id };
  } catch (problem) {
    if (problem.status !== 404) throw problem;
    const { moved_to: now } = (await json('api/v1/moved')).moved.find(({ old }) => old === id) ?? {};
    return now ? rule(now) : null;
  }
}

/** A rule's system, as the API returns it. */
export const systemOf = async (id) => (await json('api/v1/systems')).systems.find((one) => one.id === id.split('/')[0]);
