/* Pages made from the offline bundles, for addresses that this device has never visited. Pure: values in, HTML out.

   They read like the pages that the generator writes (same order, same classes); links to files are left out.
   `library` is {bundle(game) → Bundle or null, concepts() → [concept]} (both promised), `place` is {root: '/regeln/', stamp: 'Fassung vom …'}. */

import { escaped } from './bundle.js';
import { also, copy, elsewhere, facts, folded, head, heading, joined, lines, link, list, original, rights, rule, section, text, tools, way } from './page-parts.js';
import { around } from './pages-around.js';
import { changed, changesOf } from './pages-changes.js';
import { concepts, listing, overview, stand } from './pages-lists.js';
import { neighbourhood } from './pages-neighbourhood.js';
import { citation, edition, longDate, statusWords } from './wording.js';

/** How many sections are worth a list of headings beside the text (as in pages.py). */
const MANY = 3;

/**
 * The page at a path below the root ("t9a/angst/"): {title, system, id, html} with what stands around it (see pages-around.js);
 * {moved: path} where it has moved; null where there is none.
 */
export async function pageAt(path, library, place) {
  const id = path.replace(/\/+$/, '');
  const [first, ...rest] = id.split('/');
  const bundle = first && first !== 'begriffe' ? await library.bundle(first) : null;
  const page = first === 'begriffe' ? await concepts(rest, library, place) : bundle && await inGame(id, bundle, library, place);
  return page && !page.moved ? around({ ...page, path: `${id}/` }, bundle, place) : page;
}

async function inGame(id, bundle, library, place) {
  const current = bundle.current(id);
  if (current !== id) return { moved: `${current}/` };
  const below = id.slice(bundle.system.id.length + 1);
  if (!below) return overview(bundle, place);
  if (below === 'aenderungen') return changed(bundle, place);
  if (below === 'stand') return stand(bundle, place);
  if (bundle.lists.has(id)) return listing(bundle.lists.get(id), bundle, library, place);
  const record = bundle.find(id);
  if (!record) return null;
  return record.isTerm ? term(record, bundle, library, place) : entry(record, bundle, library, place);
}

const badges = (found) => `<ul class="n-marken">\n${found.map((html) => `<li>${html}</li>`).join('\n')}\n</ul>`;

async function entry(record, bundle, library, place) {
  const { system } = bundle;
  const part = bundle.part(record);
  const children = bundle.children(record.id).map(({ id }) => id);
  const see = (record.see || []).filter((id) => id !== record.parent && !children.includes(id));
  const isTerm = termNote(bundle);
  const listed = async (ids) => (ids.length ? list(place, await lines(library, ids)) : '');
  const html = joined(
    way(place, [[`${system.id}/`, system.name], ...(part ? [[`${system.id}/teil/${part.id}/`, part.title]] : [])]),
    heading(record.title),
    head(
      original(record),
      record.short_html && `<p class="n-kurzregel">${text(record.short_html, bundle, place, record)}</p>`,
      badges(marks(record, bundle, place)),
      also('Auch', record.names),
    ),
    record.outdated && outdated(record, system, place),
    tools(record, citation(record, part), system),
    record.html && rule(text(record.html, bundle, place, record)),
    section('n-dazu', 'Dazu gehören', await listed(children)),
    section('n-siehe-auch', 'Siehe auch', joined(record.parent && await listed([record.parent]), await listed(see))),
    section('n-andere-spiele', 'In anderen Spielen', await elsewhere(place, library, record)),
    section('n-erwaehnt', 'Erwähnt in', await mentions(record, library, place, isTerm)),
    section('n-aenderungen', 'Änderungen', changesOf(record)),
    await neighbourhood(record, bundle, library, place),
    neighbours(record, bundle, place),
    facts([
      ['Quelle', escaped(`${system.source || system.name}: ${citation(record, part)}`)],
      ['Ausgabe', escaped(edition(record.edition || '', system))],
      ['Regelstand', longDate(system.rules_date)],
      ['Text', escaped(statusWords(record.status))],
      ['Kennung', `<code>${escaped(record.id)}</code>`],
      ['Rechte', rights(system)],
      copy(place),
    ]),
  );
  const hasHeadings = (record.html || '').split(/<h[2-6] id=/).length > MANY;
  return { title: record.title, system: system.id, id: record.id, html, beside: record.part_id, hasHeadings };
}

/** What an outdated rule or term says of itself. */
function outdated({ id, outdated: note }, system, place) {
  const anchor = `eintrag-${id.slice(system.id.length + 1).replace('/', '-')}`;
  return `<div class="n-veraltet"><aside aria-label="Veraltet"><p>${escaped(note)} `
    + `${link(place, `${system.id}/stand/#${anchor}`, 'Was sich geändert hat')}</p></aside></div>`;
}

/** Says of lines that they lead to a term. */
const termNote = (bundle) => (id) => ({ note: bundle.find(id)?.isTerm ? 'Begriff' : '' });

async function mentions(record, library, place, more) {
  return record.backlinks?.length ? folded(place, await lines(library, record.backlinks, more)) : '';
}

function marks(record, bundle, place) {
  const { id: game, phases, parts } = bundle.system;
  const hasPlace = record.number && parts.some(({ id }) => id === record.part_id);
  const number = hasPlace ? [link(place, `${game}/teil/${record.part_id}/`, escaped(bundle.place(record)))] : [];
  const kind = link(place, `${game}/art/${record.kind}/`, escaped(bundle.kindName(record)));
  const mine = phases.filter(({ id }) => record.phases?.includes(id));
  return [...number, kind, ...mine.map(({ id, title }) => link(place, `${game}/phase/${id}/`, escaped(title)))];
}

function neighbours(record, bundle, place) {
  const [before, after] = bundle.neighbours(record.id);
  const step = (rel, word, other) => other
    && `<a rel="${rel}" href="${place.root}${escaped(other.id)}/"><span>${word}</span>${escaped(other.title)}</a>`;
  const links = joined(step('prev', 'Zurück', before), step('next', 'Weiter', after));
  return `<div class="n-nachbarn"><nav aria-label="Vorige und nächste Regel">\n${links}\n</nav></div>`;
}

async function term(record, bundle, library, place) {
  const { system } = bundle;
  const isTerm = termNote(bundle);
  const html = joined(
    way(place, [[`${system.id}/`, system.name], [`${system.id}/glossar/`, 'Glossar']]),
    heading(record.title),
    head(
      original(record),
      `<div class="n-kurzregel">${text(record.short_html, bundle, place)}</div>`,
      badges(['<span>Begriff</span>']),
      also('Auch', record.names),
      also('Nicht', record.avoid),
    ),
    record.outdated && outdated(record, system, place),
    tools(record, `${system.name}, Glossar`, system),
    record.html && '<div class="n-regel"><aside class="kasten kasten-hinweis" role="note" aria-label="Anmerkung"><p class="kasten-titel">Anmerkung</p>\n'
      + `${text(record.html, bundle, place)}\n</aside></div>`,
    section('n-andere-spiele', 'In anderen Spielen', await elsewhere(place, library, record)),
    section('n-erwaehnt', 'Erwähnt in', await mentions(record, library, place, isTerm)),
    facts([
      ['Text', escaped(statusWords(record.status))], ['Kennung', `<code>${escaped(record.id)}</code>`],
      ['Rechte', rights(system)], copy(place),
    ]),
  );
  return { title: record.title, system: system.id, id: record.id, html, beside: '' };
}
