/* Finds features in our scripts and styles that the supported browsers lack.

   node scan.mjs BASELINE FILE …: BASELINE is a JSON file {browsers: {MDN's name: oldest version}}; prints [{what, where, missing}], where `what`
   is the feature's path in MDN's tables and `missing` gives the version in which the too old browsers got it.

   A member (`.toSorted`) counts only if every feature with that member name is too new, because the type of a value is unknown here. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';

const require = createRequire(`${process.cwd()}/`);
const { parse } = require('acorn');
const { full } = require('acorn-walk');
const css = require('css-tree');
const tables = require('@mdn/browser-compat-data');

const [baselineFile, ...files] = process.argv.slice(2);
const { browsers } = JSON.parse(readFileSync(baselineFile, 'utf8'));
const found = new Map();

// -- MDN's tables ------------------------------------------------------------------------------------------------------------

/** The version since which a browser has a feature without prefix, flag or gap; Infinity for none. */
function since(feature, browser) {
  const [first] = [feature.__compat.support[browser] ?? { version_added: false }].flat().filter((one) => (
    !one.prefix && !one.alternative_name && !one.flags && !one.version_removed
  ));
  const version = first?.version_added;
  return version === true ? 0 : typeof version === 'string' && version !== 'preview' ? Number.parseFloat(version.replace('≤', '')) : Infinity;
}

/** The browsers that are too old for a feature, with the version that has it; `null` where none is. */
function lacking(feature) {
  const late = Object.entries(browsers).filter(([browser, version]) => since(feature, browser) > Number.parseFloat(version));
  return late.length ? Object.fromEntries(late.map(([browser]) => [browser, String(since(feature, browser)).replace('Infinity', 'never')])) : null;
}

/** Every feature of a part of the tables by the last part of its path: name → [[path, feature]]. */
function byName(part, path, names = new Map()) {
  for (const [key, value] of Object.entries(part)) {
    if (key === '__compat' || typeof value !== 'object') continue;
    const name = key.replace(/_(?:static|event)$/, '');
    if (value.__compat) names.set(name, [...names.get(name) ?? [], [`${path}.${key}`, value]]);
    byName(value, `${path}.${key}`, names);
  }
  return names;
}

/** Record a feature that is too new. `candidates` share a name; the oldest of them counts. */
function use(candidates, where) {
  const late = candidates?.filter(([, feature]) => lacking(feature));
  if (!late?.length || late.length < candidates.length) return;
  const [what, feature] = late[0];
  found.set(`${what} ${where}`, { what, where, missing: lacking(feature) });
}

const one = (path) => {
  const feature = path.reduce((part, key) => (part && Object.hasOwn(part, key) ? part[key] : undefined), tables);
  return feature?.__compat ? [[path.join('.'), feature]] : undefined;
};

// -- scripts -----------------------------------------------------------------------------------------------------------------

/** The browser objects that our scripts use; member names of other objects prove nothing. */
const OBJECTS = `AbortSignal Blob CacheStorage Client Clipboard CSSStyleSheet Document DocumentFragment Element Event EventTarget ExtendableEvent
  History HTMLDialogElement HTMLElement HTMLInputElement Location MediaQueryList MessagePort Navigator Node NodeList PointerEvent Range Request
  Response Scheduler Selection ServiceWorker ServiceWorkerContainer ServiceWorkerRegistration ShadowRoot StorageManager URL URLSearchParams
  VisualViewport Window`.split(/\s+/);
const members = byName(tables.javascript.builtins, 'javascript.builtins');
for (const name of OBJECTS) byName(tables.api[name], `api.${name}`, members);
const REGULAR = [
  [/\(\?<[=!]/, 'lookbehind_assertion'],
  [/\(\?[ims]+(?:-[ims]+)?:/, 'modifier'],
];
const FLAGS = { v: 'unicodeSets', d: 'hasIndices', s: 'dotAll', y: 'sticky', u: 'unicode' };

function script(text, file) {
  const own = new Set();
  const nodes = [];
  const sourceType = /^(?:import|export)\b/m.test(text) ? 'module' : 'script';
  full(parse(text, { ecmaVersion: 2022, locations: true, sourceType }), (node) => {
    nodes.push(node);
    if (['MethodDefinition', 'Property', 'PropertyDefinition'].includes(node.type) && !node.computed) own.add(node.key.name ?? node.key.value);
    if (node.type === 'AssignmentExpression' && node.left.type === 'MemberExpression') own.add(node.left.property.name);
    if (node.type === 'VariableDeclarator' || node.type.startsWith('Function')) own.add(node.id?.name);
  });
  for (const node of nodes) scriptNode(node, own, `${file}:${node.loc.start.line}`);
}

function scriptNode(node, own, where) {
  if (node.type === 'StaticBlock') use(one(['javascript', 'classes', 'static', 'initialization_blocks']), where);
  if (node.type === 'MemberExpression' && !node.computed && !own.has(node.property.name)) use(members.get(node.property.name), where);
  if (node.type === 'Identifier' && !own.has(node.name)) {
    use(one(['javascript', 'builtins', node.name]) ?? one(['api', node.name]) ?? one(['api', 'Window', node.name]), where);
  }
  if (node.type === 'Literal' && node.regex) {
    for (const [pattern, feature] of REGULAR) if (pattern.test(node.regex.pattern)) use(one(['javascript', 'regular_expressions', feature]), where);
    for (const flag of node.regex.flags) if (FLAGS[flag]) use(one(['javascript', 'builtins', 'RegExp', FLAGS[flag]]), where);
  }
}

// -- styles ------------------------------------------------------------------------------------------------------------------

const functions = byName(tables.css.types, 'css.types');

function style(text, file) {
  const tree = css.parse(text, { positions: true, parseCustomProperty: true });
  css.walk(tree, function visit(node) {
    const where = `${file}:${node.loc?.start.line}`;
    if (node.type === 'Atrule') use(one(['css', 'at-rules', node.name]), where);
    if (node.type === 'Feature') use(one(['css', 'at-rules', 'media', node.name]), where);
    if (node.type === 'PseudoClassSelector' || node.type === 'PseudoElementSelector') use(one(['css', 'selectors', node.name]), where);
    if (node.type === 'NestingSelector') use(one(['css', 'selectors', 'nesting']), where);
    if (node.type === 'Declaration') declaration(node, this.block, where);
    if (node.type === 'Function') use(functions.get(node.name), where);
    if (node.type === 'Dimension' && /^[dsl]v(?:h|w|i|b|min|max)$/.test(node.unit)) use(one(['css', 'types', 'length', 'viewport_percentage_units_dynamic']), where);
  });
}

function declaration({ property, value }, block, where) {
  if (property.startsWith('-')) return;
  if (block?.children.some((other) => other.property === `-webkit-${property}`)) return;
  use(one(['css', 'properties', property]), where);
  const names = value.children?.toArray().filter(({ type }) => type === 'Identifier') ?? [];
  for (const { name } of names) use(one(['css', 'properties', property, name]), where);
  if (property === 'text-decoration' && names.length < value.children?.size) use(one(['css', 'properties', property, 'includes_thickness']), where);
}

for (const path of files) {
  const text = readFileSync(path, 'utf8');
  try {
    (path.endsWith('.css') ? style : script)(text, basename(path));
  } catch (problem) {
    found.set(path, { what: `syntax: ${problem.message}`, where: basename(path), missing: browsers });
  }
}
console.log(JSON.stringify([...found.values()], null, 1));
