/* The worker of sites built before pages stopped naming the site's version: devices have it, and meet newer pages with it. */
(() => {
'use strict';
const m0 = (() => {
const HASH = 'x-nachschlag-sha256';
const AT_ONCE = 4;
const PATIENCE = 120_000;
const KEPT_HEADERS = ['content-security-policy', 'permissions-policy', 'referrer-policy', 'x-content-type-options'];
const TYPES = {
css: 'text/css; charset=utf-8', html: 'text/html; charset=utf-8', js: 'text/javascript; charset=utf-8', json: 'application/json',
webmanifest: 'application/manifest+json', svg: 'image/svg+xml', png: 'image/png', ico: 'image/x-icon', woff2: 'font/woff2',
};
const isHashed = (path) => /\.[0-9a-f]{8}\.min\.(?:css|js)$/.test(path);
class Files {
constructor(root, state) {
this.root = root;
this.state = state;
this.prefix = `nachschlag:${new URL(root).pathname}:`;
this.name = this.prefix + state.version;
this.record = new URL('nachschlag-vollstaendig.json', root).href;
}
address(path) {
return new URL(path, this.root).href;
}
has(path) {
return Object.hasOwn(this.state.files, path);
}
async get(path, version = this.state.version) {
const name = this.prefix + version;
return await caches.has(name) ? (await caches.open(name)).match(this.address(path)) : undefined;
}
async getAny(path) {
for (const name of [this.name, ...(await this.names()).reverse()]) {
const found = await this.get(path, name.slice(this.prefix.length));
if (found) return found;
}
return undefined;
}
async names() {
return (await caches.keys()).filter((name) => name.startsWith(this.prefix));
}
async completed(name = this.name) {
const record = await caches.has(name) && await (await caches.open(name)).match(this.record);
return record ? (await record.json()).at : 0;
}
async isWhole() {
if (!await this.completed()) return false;
const kept = new Set((await (await caches.open(this.name)).keys()).map(({ url }) => url));
return Object.keys(this.state.files).every((path) => kept.has(this.address(path)));
}
async fill() {
try {
const cache = await caches.open(this.name);
const missing = await this.missing(cache, Object.keys(this.state.files));
await this.checkRoom(missing);
await this.fetchAll(cache, await this.copied(cache, missing));
await cache.put(this.record, new Response(JSON.stringify({ at: Date.now() }), { headers: { 'content-type': TYPES.json } }));
} catch (problem) {
if (problem.name === 'QuotaExceededError' && !await this.completed()) await caches.delete(this.name);
throw problem;
}
}
async missing(cache, paths) {
const isThere = await Promise.all(paths.map(async (path) => this.isRight(path, await cache.match(this.address(path)))));
return paths.filter((_, at) => !isThere[at]);
}
isRight(path, response) {
return response?.headers.get(HASH) === this.state.files[path][0];
}
async checkRoom(paths) {
const { quota, usage } = await navigator.storage?.estimate?.() ?? {};
const needed = paths.reduce((sum, path) => sum + this.state.files[path][1], 0);
if (quota !== undefined && needed > quota - usage) throw new DOMException('no room', 'QuotaExceededError');
}
async copied(cache, paths) {
let left = paths;
for (const name of (await this.names()).filter((other) => other !== this.name)) {
const older = await caches.open(name);
await Promise.all(left.map(async (path) => {
const found = await older.match(this.address(path));
if (this.isRight(path, found)) await cache.put(this.address(path), found);
}));
left = await this.missing(cache, left);
}
return left;
}
async fetchAll(cache, paths) {
const waiting = [...paths];
const failures = [];
const work = async () => {
while (waiting.length && !failures.length) {
const path = waiting.shift();
try {
await cache.put(this.address(path), await this.fetched(path));
} catch (problem) {
failures.push(problem);
}
}
};
await Promise.all(Array.from({ length: AT_ONCE }, work));
if (failures.length) throw failures.find(({ name }) => name === 'QuotaExceededError') ?? failures[0];
}
async fetched(path) {
for (const cache of [path.endsWith('.html') ? 'no-cache' : 'default', 'reload']) {
const response = await fetch(this.source(path), { cache, credentials: 'same-origin', signal: AbortSignal.timeout(PATIENCE) });
if (!response.ok) throw new Error(`${path}: ${response.status}`);
const bytes = await response.arrayBuffer();
if (await sha256(bytes) === this.state.files[path][0]) return this.kept(path, bytes, response.headers);
}
throw new Error(`${path}: not the file of this version`);
}
source(path) {
if (path.endsWith('index.html')) return this.address(path.slice(0, -'index.html'.length) || './');
return this.address(/\.(?:css|js|json)$/.test(path) && !isHashed(path) ? `${path}?v=${this.state.version}` : path);
}
kept(path, bytes, headers) {
const all = new Headers({ 'content-type': TYPES[path.split('.').pop()] || 'application/octet-stream', [HASH]: this.state.files[path][0] });
for (const name of KEPT_HEADERS) if (headers.has(name)) all.set(name, headers.get(name));
return new Response(bytes, { headers: all });
}
async clean(isAnotherOnItsWay) {
const others = (await this.names()).filter((name) => name !== this.name);
const times = new Map(await Promise.all(others.map(async (name) => [name, await this.completed(name)])));
const mine = await this.completed();
const [before] = others.filter((name) => times.get(name) && times.get(name) <= mine).sort((one, other) => times.get(other) - times.get(one));
const isNeeded = (name) => name === before || times.get(name) > mine || (isAnotherOnItsWay && !times.get(name));
await Promise.all(others.filter((name) => !isNeeded(name)).map((name) => caches.delete(name)));
}
}
async function sha256(bytes) {
const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
return btoa(String.fromCharCode(...digest));
}
return { isHashed, Files, sha256 };
})();
const m1 = (() => {
const { isHashed } = m0;
const PATIENCE = 1200;
const LITTLE_PATIENCE = 300;
const REMEMBERED = 30_000;
const after = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });
const isFile = (response) => Boolean(response?.ok) && !(response.headers.get('content-type') || '').includes('text/html');
class Answers {
constructor(files, pages) {
this.files = files;
this.pages = pages;
this.failedAt = 0;
}
to(event) {
const { request } = event;
const url = new URL(request.url);
if (request.method !== 'GET' || !url.href.startsWith(this.files.root) || request.headers.has('range')) return null;
const path = url.pathname.slice(new URL(this.files.root).pathname.length);
if (request.mode === 'navigate') return /(?:^|\/|\.html|\/[^./]*)$/.test(`/${path}`) ? this.page(request, path) : null;
if (url.searchParams.has('v')) return this.versioned(request, path, url.searchParams.get('v'));
if (!this.files.has(path) && !path.startsWith('assets/')) return null;
return /\.(?:css|js|json)$/.test(path) && !isHashed(path) ? this.fresh(request, path) : this.steady(request, path);
}
async versioned(request, path, version) {
return await this.files.get(path, version) ?? this.fromNet(request, path);
}
async steady(request, path) {
return await this.files.getAny(path) ?? this.fromNet(request, path);
}
async fromNet(request, path) {
const response = await fetch(request).catch(() => null);
if (isFile(response)) return response;
return await this.files.getAny(path) ?? response ?? Response.error();
}
async fresh(request, path) {
const net = fetch(request).catch(() => null);
const response = await Promise.race([net, after(this.patience())]);
if (isFile(response)) return response;
return await this.files.get(path) ?? await net ?? Response.error();
}
patience() {
return Date.now() - this.failedAt < REMEMBERED ? LITTLE_PATIENCE : PATIENCE;
}
async page(request, path) {
const net = this.fetchPage(request).catch(() => null);
const first = await Promise.race([net, after(this.patience())]);
if (first?.isOurs) return this.succeeded(first.response);
const own = await this.pages.at(path);
if (own) return this.failed(own);
const late = await net ?? { response: await fetch(request).catch(() => null) };
if (late.response && late.response.status < 500) return late.response;
return await this.pages.missing() ?? late.response ?? Response.error();
}
succeeded(response) {
this.failedAt = 0;
return response;
}
failed(instead) {
this.failedAt = Date.now();
return instead;
}
async fetchPage(request) {
const { url, cache, headers } = request;
const response = await fetch(url, { cache, headers, mode: 'same-origin', credentials: 'same-origin' });
const isPage = response.ok && (response.headers.get('content-type') || '').includes('text/html');
const isOurs = isPage && (await response.clone().text()).includes('<meta name="nachschlag-base"');
return { isOurs, response: response.redirected ? Response.redirect(response.url, 302) : response };
}
}
return { Answers };
})();
const m2 = (() => {
const PLURAL_ENDINGS = ['', 'e', 'n', 'en', 'er', 's'];
function placeInBook(part, number) {
const word = number?.split(' ')[0];
const isSaid = part && number && PLURAL_ENDINGS.some((ending) => part.split(' ')[0] === word + ending);
return [isSaid ? '' : part, number].filter(Boolean).join(' ');
}
const shownNumber = ({ title, number }) => (number && !title.startsWith(number) ? number : '');
function citation(record, part) {
const place = placeInBook(part?.title || record.part_id, record.number);
return record.page ? `${place}, S. ${record.page}` : place;
}
function placeOnPaper(record, part, shown) {
const page = record.page ? `S. ${record.page}` : '';
const number = record.number && !page ? citation(record, part) : record.number || '';
return [says(shown, record.number) ? '' : number, says(shown, record.page) ? '' : page].filter(Boolean).join(', ');
}
function says(words, number) {
const written = String(number ?? '').replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
return written !== '' && new RegExp(`(?:^|[^\\p{L}\\p{N}_.])${written}(?![\\p{L}\\p{N}_]|\\.[\\p{L}\\p{N}_])`, 'u').test(words);
}
return { placeInBook, shownNumber, citation, placeOnPaper };
})();
const m3 = (() => {
const { placeInBook } = m2;
class Bundle {
constructor(json) {
this.json = json;
this.system = json.system;
this.records = new Map();
for (const entry of json.entries) this.records.set(entry.id, { ...entry, system: json.system.id });
for (const term of json.terms) this.records.set(term.id, { ...term, system: json.system.id, isTerm: true });
this.lists = new Map(json.lists.map((list) => [list.path, list]));
}
current(id) {
return Object.hasOwn(this.json.redirects, id) ? this.json.redirects[id] : id;
}
find(id) {
return this.records.get(this.current(id.split('#')[0]));
}
part(record) {
return this.system.parts.find(({ id }) => id === record.part_id);
}
place(record) {
return placeInBook(this.part(record)?.title, record.number);
}
kindName(record) {
return record.isTerm ? 'Begriff' : this.json.kinds[record.kind]?.[0] || record.kind;
}
children(id) {
return this.json.entries.filter((entry) => entry.parent === id);
}
neighbours(id) {
const entry = this.records.get(id);
const inPart = this.json.entries.filter(({ part_id: part }) => entry && part === entry.part_id);
const at = inPart.findIndex((other) => other.id === id);
return at < 0 ? [undefined, undefined] : [inPart[at - 1], inPart[at + 1]];
}
}
const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text) => String(text ?? '').replace(/[&<>"']/g, (letter) => entities[letter]);
const placed = (html, root, file = '') =>
(html || '').replace(/ href="\/([^"#]*)/g, (_, path) => ` href="${root}${path}${path === '' || path.endsWith('/') ? file : ''}`);
return { Bundle, escaped, placed };
})();
const m4 = (() => {
const germanDate = (date) => date.split('-').reverse().join('.');
return { germanDate };
})();
const m5 = (() => {
function once(kept, name, make) {
if (!kept.has(name)) {
const made = make();
const forget = () => kept.delete(name);
kept.set(name, made);
made.then((value) => value ?? forget(), forget);
}
return kept.get(name);
}
return { once };
})();
const m6 = (() => {
const { escaped } = m3;
const { shownNumber } = m2;
function current(html, { path, system }, place) {
const marked = (all, to, mark) => all.replace(`href="${place.root}${escaped(to)}"`, (link) => `${link} aria-current="${mark}"`);
const here = marked(html, path, 'page');
return system ? marked(here, `${system}/`, 'true') : here;
}
function contents(part, bundle, place) {
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
return { current, contents };
})();
const m7 = (() => {
const { escaped } = m3;
const { shownNumber } = m2;
const span = (name, html, more = '') => (html ? `<span class="${name}"${more}>${html}</span>` : '');
const plain = (html) => (html || '').replace(/<[^>]*>/g, '').replace(/\s+/g, ' ').trim();
const link = (place, path, html) => `<a href="${place.root}${escaped(path)}">${html}</a>`;
function way(place, steps) {
const links = steps.map(([path, name]) => link(place, path, escaped(name)));
return `<div class="n-pfad"><nav aria-label="Pfad">${links.join('<span aria-hidden="true"> › </span>')}</nav></div>`;
}
function tools({ id, title, title_en: original }, citation, system) {
const told = { ziel: id, titel: title, original, zitat: citation, spiel: system.name, stand: system.rules_version };
const data = Object.entries(told).map(([name, value]) => ` data-${name}="${escaped(value)}"`).join('');
return `<div class="n-werkzeuge" data-werkzeuge${data}></div>`;
}
function list(place, lines, kind = '') {
if (!lines.length) return '';
const items = lines.map(({ path, title, number, original, note, short, indent }) => {
const pieces = [
span('n-nummer', escaped(number)), span('n-titel', escaped(title)),
span('n-original', escaped(original), ' lang="en"'), span('n-notiz', escaped(note)),
];
const html = pieces.filter(Boolean).join(' ') + span('n-kurz', short);
return `<li${indent ? ` class="n-tiefe-${indent}"` : ''}>${link(place, path, html)}</li>`;
});
return `<ul class="n-liste${kind ? ` ${kind}` : ''}">\n${items.join('\n')}\n</ul>`;
}
function folded(place, lines, open) {
if (lines.length <= open + 1) return list(place, lines);
const rest = lines.slice(open).map((found) => ({ ...found, short: '' }));
return `${list(place, lines.slice(0, open))}\n<details class="n-mehr-zeilen">\n<summary>${rest.length} weitere</summary>\n`
+ `${list(place, rest)}\n</details>`;
}
const sign = ({ id, short }) => `<span class="n-zeichen n-spiel-${id}" aria-hidden="true">${escaped(short)}</span>`;
const section = (id, title, html) => (html ? `<h2 id="${id}">${title}</h2>\n<div class="n-abschnitt">\n${html}\n</div>` : '');
async function line(library, id) {
const path = `${id}/`;
const [system, ...rest] = id.split('/');
if (system === 'begriffe') {
const found = (await library.concepts()).concepts.find((one) => one.id === rest.join('/'));
return found ? { path, title: found.title, original: found.title_en, short: escaped(found.description) } : null;
}
const bundle = await library.bundle(system);
const record = bundle?.find(id);
if (!record) return null;
const shown = { path: `${record.id}/`, title: record.title, original: record.title_en };
const alias = bundle.json.aliases[id];
if (alias) return { ...shown, title: alias[0], original: alias[1], short: escaped(alias[2]) };
return { ...shown, number: shownNumber(record), short: plain(record.short_html) };
}
async function lines(library, ids = [], more = () => ({})) {
const found = await Promise.all(ids.map((id) => line(library, id)));
return found.map((one, at) => {
const { isBrief, ...shown } = more(ids[at]);
return one && { ...one, ...shown, ...(isBrief ? { short: '' } : {}) };
}).filter(Boolean);
}
async function sideBySide(library, concept) {
const names = new Set([...Object.keys(concept.entries), ...Object.keys(concept.notes)]);
const systems = await Promise.all(Array.from(names, async (name) => {
const bundle = await library.bundle(name);
if (!bundle) return null;
const note = concept.notes[name] || '';
return { system: bundle.system, note, items: await lines(library, concept.entries[name], () => ({ isBrief: Boolean(note) })) };
}));
return systems.filter(Boolean).sort((one, other) => one.system.name.localeCompare(other.system.name, 'de'));
}
const heading = (title) => `<h1 id="n-seite">${escaped(title)}</h1>`;
const joined = (...pieces) => pieces.filter(Boolean).join('\n\n');
const head = (...pieces) => `<div class="n-kopf">\n${pieces.filter(Boolean).join('\n')}\n</div>`;
const also = (label, names) => names?.length && `<p class="n-namen">${label}: ${escaped(names.join(', '))}</p>`;
const copy = ({ stamp }) => ['Ansicht', `Offline-Kopie${stamp ? `, ${escaped(stamp)}` : ''}`];
function facts(rows) {
const shown = rows.filter(([, text]) => text).map(([label, html]) => `<div><dt>${label}</dt><dd>${html}</dd></div>`);
return `<div class="n-quelle"><dl>\n${shown.join('\n')}\n</dl></div>`;
}
return { link, way, tools, list, folded, sign, section, lines, sideBySide, heading, joined, head, also, copy, facts };
})();
const m8 = (() => {
const { escaped, placed } = m3;
const whereabouts = (record, bundle) =>
[bundle.system.short || bundle.system.name, bundle.place(record), bundle.kindName(record)].filter(Boolean).join(' · ');
function headHtml(record, bundle, { root = '/', file = '', level = 2 } = {}) {
return [
`<p class="n-ort">${escaped(whereabouts(record, bundle))}</p>`,
placed(`<h${level} class="n-regeltitel"><a href="/${escaped(record.id)}/">${escaped(record.title)}</a></h${level}>`, root, file),
originalHtml(record),
].join('');
}
function originalHtml({ title_en: english, title_en_source: source }) {
const from = source ? ` <span class="n-herkunft">(${escaped(source)})</span>` : '';
return english ? `<p class="n-originaltitel"><span lang="en">${escaped(english)}</span>${from}</p>` : '';
}
const shortHtml = (record, { root = '/', file = '' } = {}) =>
record.short_html ? `<div class="n-kurzregel">${placed(record.short_html, root, file)}</div>` : '';
function bodyHtml(record, { root = '/', file = '', level = 2 } = {}) {
if (!record.html) return '';
const html = level === 1 ? placed(record.html, root, file) : lowered(placed(record.html, root, file), level);
const note = '<aside class="kasten kasten-hinweis" role="note" aria-label="Anmerkung"><p class="kasten-titel">Anmerkung</p>';
return `<div class="n-regel">${record.isTerm ? `${note}${html}</aside>` : html}</div>`;
}
const ruleHtml = (record, bundle, options = {}) =>
headHtml(record, bundle, options) + shortHtml(record, options) + bodyHtml(record, options);
const lowered = (html, level) =>
html.replace(/<(\/?)h([1-6])(?: id="([^"]*)")?>/g, (_, slash, was, id) => {
const now = Math.min(6, Number(was) + level - 1);
return `<${slash}h${now}${id ? ` data-abschnitt="${id}"` : ''}>`;
});
function conceptHtml(concept, bundle, { root = '/', file = '', level = 2 } = {}) {
const system = bundle?.system;
const records = (system && concept.entries[system.id]) || [];
const links = records.map((id) => bundle.find(id)).filter(Boolean).map(listItem);
const note = system && concept.notes[system.id];
return placed(
[
'<p class="n-ort">Begriff in allen Spielen</p>',
`<h${level} class="n-regeltitel"><a href="${escaped(concept.url)}">${escaped(concept.title)}</a></h${level}>`,
originalHtml(concept),
`<div class="n-kurzregel">${escaped(concept.description)}</div>`,
note || links.length ? `<h${level + 1}>${escaped(system.name)}</h${level + 1}>` : '',
note ? `<p>${escaped(note)}</p>` : '',
links.length ? `<ul class="n-liste">${links.join('')}</ul>` : '',
concept.differences.length ? differences(concept, level + 1) : '',
].join(''),
root,
file,
);
}
const listItem = ({ id, title }) =>
`<li><a class="verweis" href="/${escaped(id)}/" data-id="${escaped(id)}"><span class="n-titel">${escaped(title)}</span></a></li>`;
const differences = (concept, level) =>
`<h${level}>Leicht zu verwechseln</h${level}><ul>${concept.differences.map((text) => `<li>${escaped(text)}</li>`).join('')}</ul>`;
return { headHtml, originalHtml, shortHtml, bodyHtml, ruleHtml, conceptHtml };
})();
const m9 = (() => {
const { escaped } = m3;
const { also, copy, facts, head, heading, joined, lines, link, list, sideBySide, sign, way } = m7;
const { contents } = m6;
const { originalHtml } = m8;
const WHOLE = 'Diesen Teil ganz lesen oder drucken';
async function listing({ path, title, title_en, intro, brief, groups, jump, class: style }, library, place, bundle) {
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
function jumpBar(groups, label) {
const links = groups.map(([title], at) => `<a href="#gruppe-${at + 1}">${escaped(title)}</a>`);
const words = label === 'Buchstaben' ? '' : ' n-sprungleiste--worte';
return `<div class="n-sprungleiste${words}"><nav aria-label="${label}">\n${links.join('')}\n</nav></div>`;
}
const group = (title, at, html) => (
joined(title && `<h2 id="gruppe-${at + 1}">${escaped(title)}</h2>`, `<div class="n-abschnitt">\n${html}\n</div>`)
);
async function concepts(name, library, place) {
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
const sentence = note || (items.length ? '' : 'Kennt das nicht als eigene Regel.');
return [
`<section class="n-seite n-spiel-${system.id}" id="${system.id}" aria-label="${escaped(system.name)}">`,
`<p class="n-seite__spiel">${link(place, `${system.id}/`, `${sign(system)} ${escaped(system.name)}`)}</p>`,
sentence && `<p class="n-seite__satz">${escaped(sentence)}</p>`,
list(place, items),
'</section>',
].filter(Boolean).join('\n');
}
return { listing, concepts };
})();
const m10 = (() => {
const { escaped, placed } = m3;
const { contents, current } = m6;
const { also, copy, facts, folded, head, heading, joined, lines, link, list, section, tools, way } = m7;
const { concepts, listing } = m9;
const { bodyHtml, originalHtml } = m8;
const { citation } = m2;
async function pageAt(path, library, place) {
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
function around(page, { json, system }, place) {
return {
...page,
accent: system.accent,
html: (json.private ? `<p class="n-privat">${escaped(json.private)}</p>\n` : '') + page.html,
contents: current(page.contents, page, place),
mayReport: Boolean(page.id) && !json.private,
};
}
async function rule(record, bundle, library, place) {
const { system, json: { words } } = bundle;
const { id, isTerm, parent, short_html: short } = record;
const part = bundle.part(record);
const cited = isTerm ? `${system.name}, Glossar` : citation(record, part);
const children = bundle.children(id).map((child) => child.id);
const see = (record.see || []).filter((other) => other !== parent && !children.includes(other));
const listed = async (ids) => list(place, await lines(library, ids));
const kind = isTerm ? 'div' : 'p';
const above = isTerm ? [[`${system.id}/glossar/`, 'Glossar']] : part ? [[`${system.id}/teil/${part.id}/`, part.title]] : [];
const mentions = await lines(library, record.backlinks, (other) => ({ note: bundle.find(other)?.isTerm ? 'Begriff' : '' }));
const html = joined(
way(place, [[`${system.id}/`, system.name], ...above]),
heading(record.title),
head(
originalHtml(record),
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
['Ausgabe', escaped(words.editions[record.edition || ''])],
['Regelstand', escaped(words.date)],
]),
['Text', escaped(words.status[record.status] ?? record.status)],
['Kennung', `<code>${escaped(id)}</code>`],
['Rechte', escaped(words.rights)],
copy(place),
]),
);
return { title: record.title, id, html, contents: contents(isTerm ? '' : record.part_id, bundle, place) };
}
function outdated({ id, outdated: note }, system, place) {
const anchor = `eintrag-${id.slice(system.id.length + 1).replace('/', '-')}`;
return `<div class="n-veraltet"><aside aria-label="Veraltet"><p>${escaped(note)} `
+ `${link(place, `${system.id}/stand/#${anchor}`, 'Was sich geändert hat')}</p></aside></div>`;
}
function marks(record, bundle, place) {
if (record.isTerm) return ['<span>Begriff</span>'];
const to = (path, text) => link(place, `${bundle.system.id}/${path}/`, escaped(text));
const phases = bundle.system.phases.filter(({ id }) => record.phases?.includes(id));
return [
...(record.number && bundle.part(record) ? [to(`teil/${record.part_id}`, bundle.place(record))] : []),
to(`art/${record.kind}`, bundle.kindName(record)),
...phases.map(({ id, title }) => to(`phase/${id}`, title)),
];
}
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
return { pageAt };
})();
const m11 = (() => {
const { escaped } = m3;
const { current } = m6;
const { sha256 } = m0;
const TITLE = 'Seite ohne Netz';
const SLOT = /<!--seite-->[^]*<!--\/seite-->/;
const SCRIPT = /<script(?![^>]*\bsrc=)([^>]*)>([^]*?)<\/script>/gi;
async function framed(html, address) {
const moved = html.replace(/"(\.\.(?:\/[^"]*)?)"/g, (_, relative) => {
const { pathname, search, hash } = new URL(relative, address);
return `"${pathname}${search}${hash}"`;
});
const scripts = [...moved.matchAll(SCRIPT)].filter(([, attributes]) => !attributes.includes('json'));
const hashes = await Promise.all(scripts.map(async ([, , code]) => ` 'sha256-${await sha256(new TextEncoder().encode(code))}'`));
return moved.replace(/script-src 'self'[^;"]*/, () => `script-src 'self'${hashes.join('')}`);
}
const ASIDE = /<aside class="n-inhalt"[^>]*><\/aside>\n?/;
const REPORT = /<meta name="nachschlag-melden"[^>]*>\n?/;
const COLOUR = /(<meta name="theme-color" content=")[^"]*/;
const GAMES = /<nav class="n-kopfspiele"[^]*?<\/nav>/;
function inFrame(frame, page, place) {
const { title, system = '', id = '', html, accent, contents, mayReport } = page;
const meta = (text, name, content) => text.replace(`<meta name="nachschlag-${name}" content="">`, () => (
`<meta name="nachschlag-${name}" content="${escaped(content)}">`
));
const [before, after] = frame.split(SLOT);
let head = meta(meta(before, 'system', system), 'id', id).replaceAll(TITLE, () => escaped(title));
if (accent) head = head.replace(COLOUR, (_, start) => `${start}${escaped(accent)}`);
if (!mayReport) head = head.replace(REPORT, '');
head = head.replace(GAMES, (systems) => current(systems, page, place));
head = head.replace(ASIDE, (aside) => (contents ? aside.replace('></aside>', () => `>${contents}</aside>`) : ''));
return `${head}${html}${after}`;
}
const unfilled = (frame) => frame.replace(ASIDE, '').replace(REPORT, '');
return { framed, inFrame, unfilled };
})();
const m12 = (() => {
const { Bundle } = m3;
const { germanDate } = m4;
const { once } = m5;
const { pageAt } = m10;
const { framed, inFrame, unfilled } = m11;
const SHELL = 'offline/index.html';
class OfflinePages {
constructor(files) {
this.files = files;
this.kept = new Map();
const { date } = files.state;
this.place = { root: new URL(files.root).pathname, stamp: date ? `Fassung vom ${germanDate(date)}` : '' };
this.library = { bundle: (system) => this.bundle(system), concepts: () => this.concepts() };
}
async at(path) {
const clean = path.replace(/(^|\/)index\.html$/, '$1');
if (clean && !clean.endsWith('/')) return await this.at(`${clean}/`) && this.redirect(`${clean}/`);
const file = await this.files.get(`${clean}index.html`);
return file ?? this.made(clean);
}
async made(path) {
const page = await pageAt(decoded(path), this.library, this.place);
if (page?.moved) return this.redirect(page.moved);
return page && this.framed((frame) => inFrame(frame, page, this.place));
}
redirect(path) {
return Response.redirect(this.files.address(path), 302);
}
missing() {
return this.framed(unfilled, 503);
}
async framed(fill, status = 200) {
const shell = await this.files.get(SHELL);
if (!shell) return null;
const { headers } = shell;
const frame = await this.once(SHELL, async () => framed(await shell.text(), this.files.address(SHELL)));
return new Response(fill(frame), { status, headers });
}
bundle(system) {
return this.once(system, async () => {
const file = await this.files.get(`api/v1/systems/${system}.json`);
return file ? new Bundle(await file.json()) : null;
});
}
async concepts() {
const read = () => this.files.get('api/v1/concepts.json').then((file) => file?.json());
return await this.once('begriffe', read) ?? { concepts: [] };
}
once(name, read) {
return once(this.kept, name, read);
}
}
function decoded(path) {
try {
return decodeURIComponent(path);
} catch {
return path;
}
}
return { OfflinePages };
})();
const m13 = (() => {
const { Answers } = m1;
const { Files } = m0;
const { OfflinePages } = m12;
const files = new Files(self.registration.scope, nachschlagStand);
const answers = new Answers(files, new OfflinePages(files));
let healing = null;
function heal() {
healing ??= files.isWhole().then((isWhole) => isWhole || files.fill()).catch(() => {});
return healing;
}
self.addEventListener('install', (event) => event.waitUntil(files.fill()));
self.addEventListener('activate', (event) => {
event.waitUntil(files.clean(Boolean(self.registration.installing)).then(() => self.clients.claim()));
});
self.addEventListener('fetch', (event) => {
const answer = answers.to(event);
if (!answer) return;
event.respondWith(answer);
if (event.request.mode === 'navigate') event.waitUntil(answer.then(heal));
});
self.addEventListener('message', (event) => {
if (event.data === 'uebernehmen') self.skipWaiting();
if (event.data !== 'stand') return;
const { version, date } = nachschlagStand;
event.waitUntil(files.completed().then((at) => event.ports[0]?.postMessage({ version, date, isComplete: at > 0 })));
});
return {  };
})();
})();
