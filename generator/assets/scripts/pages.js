/* Pages made from the offline bundles, for addresses that this device has never visited. Pure: values in, HTML out.

   They resemble the generator's pages (same order, same classes), but omit what players at the table do not need: the drawing of
   a neighbourhood, other systems' rules beside this one, a page's own headings, files. The bundle supplies the wording of fields.
   `library` is {bundle(system) → Bundle or null, concepts() → {concepts, list}} (both promises), `place` is {root: '/regeln/',
   stamp: 'Fassung vom …'}. */

import { escaped, placed } from './bundle.js';
import { contents, current } from './pages-around.js';
import { also, copy, facts, folded, head, heading, joined, lines, link, list, section, tools, way } from './page-parts.js';
import { concepts, listing } from './pages-lists.js';
import { bodyHtml, originalHtml } from './rule.js';
import { citation } from './wording.js';

/**
 * The page at a path below the root ("t9a/angst/"): {title, system, id, html, accent, contents, mayReport}; {moved: path} if it
 * has moved; null if there is none.
 */
export async function pageAt(path, library, place) {
  const id = path.replace(/\/+$/, '');
  const [first, ...rest] = id.split('/');
  if (first === 'begriffe') return concepts(rest.join('/'), library, place);
  const bundle = first ? await library.bundle(first) : null;
  if (!bundle) return null;
  if (bundle.current(id) !== id) return { moved: `${bundle.current(id)}/` };
  const [list, record] = [bundle.lists.get(id), bundle.find(id)];
  const page = list ? await listing(list, library, place, bundle) : record && await rule(record, bundle, library, place);
  return page ? around({ ...page, path: `${id}/`, system: first }, bundle, place) : null;
}

/** A system's page with the parts common to all of them. */
function around(page, { json, system }, place) {
  return {
    ...page,
    accent: system.accent,
    html: (json.private ? `<p class="n-privat">${escaped(json.private)}</p>\n` : '') + page.html,
    contents: current(page.contents, page, place),
    mayReport: Boolean(page.id) && !json.private,
  };
}

/** The page of an entry or a term. */
async function rule(record, bundle, library, place) {
  const { system, json: { words } } = bundle;
  const { id, isTerm, parent, short_html: short } = record;
  const part = bundle.part(record);
  const cited = isTerm ? `${system.name}, Glossar` : citation(record, part);
  const children = bundle.children(id).map((child) => child.id);
  const see = (record.see || []).filter((other) => other !== parent && !children.includes(other));
  const listed = async (ids) => list(place, await lines(library, ids));
  const kind = isTerm ? 'div' : 'p';
  const state = record.state ?? words.status[record.status] ?? record.status;
  const above = isTerm ? [[`${system.id}/glossar/`, 'Glossar']] : part ? [[`${system.id}/teil/${part.id}/`, part.title]] : [];
  const mentions = await lines(library, record.backlinks, (other) => ({ note: bundle.find(other)?.isTerm ? 'Begriff' : '' }));
  const html = joined(
    way(place, [[`${system.id}/`, system.name], ...above]),
    heading(record.title),
    head(
      originalHtml(record),
      `<p class="n-textstand">${escaped(state)}</p>`,
      short && `<${kind} class="n-kurzregel">${placed(short, place.root)}</${kind}>`,
      `<ul class="n-marken">\n${marks(record, bundle, place).map((mark) => `<li>${mark}</li>`).join('\n')}\n</ul>`,
      also('Auch', record.names),
      also('Nicht', record.avoid),
    ),
    record.outdated && outdated(record, system, place),
    tools(record, cited, system),
    bodyHtml(record, { root: place.root, level: 1 }),
    section('n-dazu', 'Dazu gehören', await listed(children)),
    section('n-siehe-auch', 'Siehe auch', joined(await listed(parent ? [parent] : []), await listed(see))),
    section('n-andere-spiele', 'In anderen Spielen', await listed((record.concepts || []).map((concept) => `begriffe/${concept}`))),
    section('n-erwaehnt', 'Erwähnt in', folded(place, mentions, words.open)),
    section('n-aenderungen', 'Änderungen', changes(record)),
    !isTerm && neighbours(record, bundle, place),
    facts([
      ...(isTerm ? [] : [
        ['Quelle', escaped(`${system.source || system.name}: ${cited}`)],
        ['Steht auch', escaped((record.places || []).join('; '))],
        ['Ausgabe', escaped(words.editions[record.edition || ''])],
        ['Regelstand', escaped(words.date)],
      ]),
      ['Text', escaped(state)],
      ['Kennung', `<code>${escaped(id)}</code>`],
      ['Rechte', escaped(words.rights)],
      copy(place),
    ]),
  );
  return { title: record.title, id, html, contents: contents(isTerm ? '' : record.part_id, bundle, place) };
}

/** The note on an outdated rule or term. */
function outdated({ id, outdated: note }, system, place) {
  const anchor = `eintrag-${id.slice(system.id.length + 1).replace('/', '-')}`;
  return `<div class="n-veraltet"><aside aria-label="Veraltet"><p>${escaped(note)} `
    + `${link(place, `${system.id}/stand/#${anchor}`, 'Was sich geändert hat')}</p></aside></div>`;
}

function marks(record, bundle, place) {
  const to = (path, text) => link(place, `${bundle.system.id}/${path}/`, escaped(text));
  if (record.isTerm) return ['<span>Begriff</span>', ...(record.mentioned ? [to('auszug', 'nicht im Auszug')] : [])];
  const phases = bundle.system.phases.filter(({ id }) => record.phases?.includes(id));
  return [
    ...(record.number && bundle.part(record) ? [to(`teil/${record.part_id}`, bundle.place(record))] : []),
    to(`art/${record.kind}`, bundle.kindName(record)),
    ...phases.map(({ id, title }) => to(`phase/${id}`, title)),
  ];
}

/** A rule's changes, newest first as in the bundle; "" if there are none. */
function changes({ changes: all = [] }) {
  const items = all.map(({ anchor, kind, said, text, when }) => (
    `<li id="${escaped(anchor)}"><span class="n-aenderungen__art n-aenderungen__art--${kind}">${escaped(said)}</span> `
      + `<span class="n-aenderungen__satz">${escaped(text)}</span> <span class="n-notiz">${escaped(when)}</span></li>`
  ));
  return items.length ? `<ul class="n-aenderungen">\n${items.join('\n')}\n</ul>` : '';
}

function neighbours(record, bundle, place) {
  const [before, after] = bundle.neighbours(record.id);
  const step = (rel, word, other) => other
    && `<a rel="${rel}" href="${place.root}${escaped(other.id)}/"><span>${word}</span>${escaped(other.title)}</a>`;
  const links = joined(step('prev', 'Zurück', before), step('next', 'Weiter', after));
  return `<div class="n-nachbarn"><nav aria-label="Vorige und nächste Regel">\n${links}\n</nav></div>`;
}
