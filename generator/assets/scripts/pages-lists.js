/* Pages of lists made from the offline bundles: a system's lists, concepts. Pure; see pages.js. */

import { escaped } from './bundle.js';
import { also, copy, facts, head, heading, joined, lines, link, list, sideBySide, sign, way } from './page-parts.js';
import { contents } from './pages-around.js';
import { originalHtml } from './rule.js';

const WHOLE = 'Diesen Teil ganz lesen oder drucken';

/** A list of a system (a part, A–Z, a kind, a phase, a page of the book, the glossary); without `bundle` the list of all
    concepts. */
export async function listing({ path, title, title_en, intro, brief, groups, jump, class: style }, library, place, bundle) {
  const system = bundle?.system;
  const [, sort, part] = path.split('/');
  const shown = await Promise.all(groups.map(([, targets]) => linesOf(targets, brief, library)));
  const html = joined(
    system && way(place, [[`${system.id}/`, system.name]]),
    heading(title),
    (title_en || intro) && head(originalHtml({ title_en }), intro && `<p class="n-unterzeile">${escaped(intro)}</p>`),
    sort === 'teil' && `<p class="n-ganz">${link(place, `spickzettel/#teil=${system.id}/${part}`, WHOLE)}</p>`,
    jump && jumpBar(groups, jump),
    ...shown.map((items, at) => group(groups[at][0], at, list(place, items, style))),
    facts([copy(place)]),
  );
  return { title: system ? `${title} (${system.short})` : title, html, contents: bundle && contents('', bundle, place) };
}

function linesOf(targets, isBrief, library) {
  const rows = new Map(targets.map((target) => [target].flat()).map(([id, note = '', indent = 0]) => [id, { note, indent, isBrief }]));
  return lines(library, [...rows.keys()], (id) => rows.get(id));
}

/** A jump bar of letters or words, which replaces the contents beside the text on phones. */
function jumpBar(groups, label) {
  const links = groups.map(([title], at) => `<a href="#gruppe-${at + 1}">${escaped(title)}</a>`);
  const words = label === 'Buchstaben' ? '' : ' n-sprungleiste--worte';
  return `<div class="n-sprungleiste${words}"><nav aria-label="${label}">\n${links.join('')}\n</nav></div>`;
}

const group = (title, at, html) => (
  joined(title && `<h2 id="gruppe-${at + 1}">${escaped(title)}</h2>`, `<div class="n-abschnitt">\n${html}\n</div>`)
);

/** The list of concepts, or one concept; null for an unknown page. */
export async function concepts(name, library, place) {
  const { concepts: all, list: whole } = await library.concepts();
  const concept = all.find(({ id }) => id === name);
  if (concept) return { ...await conceptPage(concept, whole, library, place), path: `begriffe/${name}/` };
  return name || !all.length ? null : { ...await listing(whole, library, place), path: 'begriffe/' };
}

async function conceptPage(concept, whole, library, place) {
  const systems = await sideBySide(library, concept);
  const html = joined(
    way(place, [['begriffe/', whole.title]]),
    heading(concept.title),
    head(
      originalHtml(concept),
      `<p class="n-kurzregel">${escaped(concept.description)}</p>`,
      concept.description_en && `<p class="n-uebersetzt" lang="en">${escaped(concept.description_en)}</p>`,
      also('Auch', concept.aliases),
    ),
    `<h2 id="spiele">In den Spielen</h2>\n<div class="n-vergleich">\n${systems.map((system) => systemOf(system, place)).join('\n')}\n</div>`,
    concept.differences.length && '<h2 id="unterschiede">Leicht zu verwechseln</h2>\n'
      + `<div class="n-regel"><ul>${concept.differences.map((text) => `<li>${escaped(text)}</li>`).join('\n')}</ul></div>`,
    facts([copy(place)]),
  );
  return { title: concept.title, html };
}

function systemOf({ system, note, items }, place) {
  const lacks = system.excerpt?.length ? 'Steht nicht im Auszug.' : 'Kennt das nicht als eigene Regel.';
  const sentence = note || (items.length ? '' : lacks);
  return [
    `<section class="n-seite n-spiel-${system.id}" id="${system.id}" aria-label="${escaped(system.name)}">`,
    `<p class="n-seite__spiel">${link(place, `${system.id}/`, `${sign(system)} ${escaped(system.name)}`)}</p>`,
    sentence && `<p class="n-seite__satz">${escaped(sentence)}</p>`,
    list(place, items),
    '</section>',
  ].filter(Boolean).join('\n');
}
