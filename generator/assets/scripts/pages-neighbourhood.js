/* What stands around a rule in the graph, drawn for a page made offline, line for line as neighbourhood.py does it: why it is drawn so
   stands there. Pure; see pages.js. */

import { escaped } from './bundle.js';

const MOST = 5;
const MOST_BELOW = 4;
const WIDTH = 360;
const MIDDLE = 180;
const COLUMN = 160;
const RIGHT = 200;
const TALL = 44;
const STEP = 50;
const CAPTION = 20;

/** The folded drawing of an entry's neighbourhood; "" where there are fewer than two neighbours. */
export async function neighbourhood(record, bundle, library, place) {
  const found = await neighbours(record, bundle, library);
  const { above, below, left, right } = found;
  if (above.length + below.length + left.length + right.length < 2) return '';
  const drawing = new Drawing(found, place);
  drawing.head(record.title);
  drawing.columns();
  drawing.children();
  return `<div class="n-umgebung">\n<details>\n<summary>Umgebung dieser Regel</summary>\n${drawing.svg(record.title)}\n</details>\n</div>`;
}

/** {above, left, right, below, both} of nodes (see `node`), each in one place only, best first; `both` is a set of ids. */
async function neighbours(record, bundle, library) {
  const nodes = async (ids) => (await Promise.all(ids.map((id) => node(id, record, bundle, library)))).filter(Boolean);
  const above = (await nodes(record.parent ? [record.parent] : [])).filter(({ id }) => id !== record.id);
  const below = (await nodes(bundle.children(record.id).map(({ id }) => id))).filter(({ id }) => id !== record.id && id !== above[0]?.id);
  const known = new Set([record.id, ...[...above, ...below].map(({ id }) => id)]);
  const others = (all) => [...new Map(all.filter(({ id }) => !known.has(id)).map((one) => [one.id, one])).values()].sort(byRank);
  const mentions = record.backlinks ?? []; // without those in "Siehe auch", which a page does not list twice
  const out = others(await nodes(named(record)));
  const into = others([...(await nodes(mentions)).filter(({ id }) => mentions.includes(id)), ...out.filter(({ targets }) => targets.includes(record.id))]);
  const has = (all, { id }) => all.some((one) => one.id === id);
  const both = into.filter((one) => has(out, one));
  const left = into.filter((one) => !has(both, one));
  const right = out.filter((one) => !has(both, one));
  for (const one of both) (left.length < right.length ? left : right).push(one);
  return { above, below, left: left.sort(byRank), right: right.sort(byRank), both: new Set(both.map(({ id }) => id)) };
}

/** What an entry refers to: the ids of its texts' references, and of "Siehe auch". */
function named({ short_html: short, html, see }) {
  const linked = [...`${short ?? ''}${html ?? ''}`.matchAll(/ data-id="([^"#]+)/g)].map((match) => match[1]);
  return [...new Set([...linked, ...(see ?? [])])];
}

/**
 * A neighbour as seen from an entry, null where there is none: {id, title, name, targets, rank}. Its full name has the game where that is
 * another, `targets` are the ids that it refers to.
 */
async function node(id, from, bundle, library) {
  if (id.startsWith('begriffe/')) {
    const concept = (await library.concepts()).find((one) => `begriffe/${one.id}` === id);
    return concept ? { id, title: concept.title, name: `${concept.title} (alle Spiele)`, rank: [3, id], targets: [] } : null;
  }
  const there = id.startsWith(`${from.system}/`) ? bundle : await library.bundle(id.split('/')[0]);
  const found = there?.find(id);
  if (!found) return null;
  const isOwn = found.system === from.system;
  const note = [found.isTerm ? 'Begriff' : '', isOwn ? '' : there.system.short].filter(Boolean).join(', ');
  const name = [found.isTerm ? '' : found.number, found.title, note && `(${note})`].filter(Boolean).join(' ');
  const targets = named(found).map((target) => there.current(target));
  return { id: found.id, title: found.title, name, targets, rank: found.isTerm ? [2, found.id] : rank(found, from, there) };
}

/** Its own part first, then its game, then others, each in reading order. */
function rank(found, from, { json }) {
  const isOwn = found.system === from.system;
  const isNear = isOwn && found.part_id === from.part_id;
  return [isOwn ? 0 : 1, found.system, isNear ? 0 : 1, json.entries.findIndex(({ id }) => id === found.id)];
}

function byRank({ rank: one }, { rank: other }) {
  const at = one.findIndex((value, position) => value !== other[position]);
  return at < 0 ? 0 : one[at] < other[at] ? -1 : 1;
}

// -- the drawing ----------------------------------------------------------------------------------------------------------------

/** Draws from top to bottom; `y` is how far it is. */
class Drawing {
  constructor(around, place) {
    Object.assign(this, { around, place, y: 1, start: 1, lines: '', heads: '', parts: '' });
  }

  svg(title) {
    const heads = this.heads && `<path class="n-spitzen" d="${this.heads}"/>`;
    return `<svg viewBox="0 0 ${WIDTH} ${this.y + 1}" role="group" aria-label="${escaped(`Umgebung von „${title}“`)}">`
      + `<path class="n-linien" d="${this.lines}"/>${heads}${this.parts}</svg>`;
  }

  head(title) {
    const wide = 260;
    const left = (WIDTH - wide) / 2;
    for (const one of this.around.above) {
      this.caption(left, 'Gehört zu');
      this.box(one, left, wide);
      this.y += TALL;
      this.lines += `M${MIDDLE} ${this.y}v14`;
      this.y += 14;
    }
    this.parts += `<g class="n-mitte" transform="translate(${left} ${this.y})">${box(wide, title, 15)}</g>`;
    this.y += TALL;
    this.start = this.y;
  }

  columns() {
    const { left, right } = this.around;
    const rows = Math.min(MOST, Math.max(left.length, right.length));
    if (!rows) return;
    const top = this.y + 6;
    const bottom = Math.max(this.column(0, 'Erwähnt in', left, top), this.column(RIGHT, 'Verweist auf', right, top));
    this.trunk(top + CAPTION + (rows - 1) * STEP + TALL / 2);
    this.y = bottom;
  }

  column(x, caption, side, top) {
    this.y = top;
    if (side.length) this.caption(x, caption);
    for (const one of side.slice(0, MOST)) {
      const at = this.row(one, x);
      const [near, far] = x === 0 ? [COLUMN, MIDDLE] : [MIDDLE, RIGHT];
      this.heads += tip(far - 1, at, 5) + (this.around.both.has(one.id) ? tip(near + 1, at, -5) : '');
      this.y += STEP;
    }
    return this.more(x, side.length - MOST, this.y);
  }

  children() {
    const { below } = this.around;
    const shown = below.slice(0, MOST_BELOW);
    if (!shown.length) return;
    this.y += 6;
    this.caption(0, 'Dazu gehören');
    shown.forEach((one, i) => {
      const at = this.row(one, i % 2 ? RIGHT : 0);
      if (i % 2 === 0 && i < shown.length - 1) return;
      this.trunk(at);
      this.y += STEP;
    });
    this.y = this.more(0, below.length - MOST_BELOW, this.y);
  }

  row(one, x) {
    const at = this.y + TALL / 2;
    this.lines += `M${x ? MIDDLE : COLUMN} ${at}h${MIDDLE - COLUMN}`;
    this.box(one, x, COLUMN);
    return at;
  }

  trunk(to) {
    this.lines += `M${MIDDLE} ${this.start}V${to}`;
    this.start = to;
  }

  box({ id, title, name }, x, wide) {
    const told = this.around.both.has(id) ? `${name} – gegenseitig` : name;
    this.parts += `<a href="${this.place.root}${escaped(id)}/" transform="translate(${x} ${this.y})"><title>${escaped(told)}</title>${box(wide, title, 13.5)}</a>`;
  }

  caption(x, text) {
    this.parts += `<text class="n-leise" x="${x + 2}" y="${this.y + 14}">${text}</text>`;
    this.y += CAPTION;
  }

  more(x, count, y) {
    if (count <= 0) return y;
    this.parts += `<text class="n-leise" x="${x + 2}" y="${y + 10}">und ${count} weitere</text>`;
    return y + 18;
  }
}

function box(wide, title, size) {
  const [first, ...more] = wrap(title, (wide - 12) / size);
  const text = escaped(first) + more.map((line) => `<tspan x="7" dy="17">${escaped(line)}</tspan>`).join('');
  return `<rect width="${wide}" height="${TALL}" rx="8"/><text x="7" y="${more.length ? 19 : 27}">${text}</text>`;
}

const tip = (x, y, back) => `M${x} ${y}l${-back} -3v6z`;

// -- titles in two lines ----------------------------------------------------------------------------------------------------------

function wrap(title, wide) {
  const lines = [''];
  for (const piece of title.trim().replace(/\s+/g, ' ').match(/[^- ]*[- ]|[^- ]+/g) ?? []) {
    if (!lines.at(-1) || width(lines.at(-1) + piece.trimEnd()) <= wide) lines.push(lines.pop() + piece);
    else lines.push(piece);
  }
  const kept = lines.slice(0, 2).map((line) => line.trim());
  if (lines.length > 2) kept[1] += ' …';
  return kept.map((line) => cut(line, wide));
}

function cut(line, wide) {
  if (width(line) <= wide) return line;
  const letters = [...line.replace(/ …$/, '')];
  while (letters.length && width(`${letters.join('')}…`) > wide) letters.pop();
  return `${letters.join('').replace(/[ \-–,]+$/, '')}…`;
}

const width = (text) => [...text].reduce((sum, letter) => sum + wideness(letter), 0);

function wideness(letter) {
  if (/[\p{M}\u00ad]/u.test(letter)) return 0;
  if ("iljftrI.,:;!'|()[]/ -".includes(letter)) return 0.39;
  if ('mwMW@%…—'.includes(letter)) return 0.96;
  return letter === letter.toUpperCase() && letter !== letter.toLowerCase() ? 0.75 : 0.62;
}
