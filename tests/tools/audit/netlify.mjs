// Prints the headers of a `_headers` file for each path (one per line on stdin), with Netlify's own parser: node netlify.mjs FILE FOLDER
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [file, folder] = process.argv.slice(2);
const { parseAllHeaders } = await import(pathToFileURL(createRequire(`${folder}/`).resolve('@netlify/headers-parser')));
const { headers, errors } = await parseAllHeaders({ headersFiles: [file], configHeaders: [], minimal: false });
const rules = headers.map(({ for: path, forRegExp, values }) => ({ path, matches: (other) => forRegExp.test(other), values }));

/** Combines rules as Netlify does: all matching ones apply, and headers set twice are joined. */
const sent = (path) => {
  const all = {};
  for (const { values } of rules.filter(({ matches }) => matches(path))) {
    for (const [name, value] of Object.entries(values)) all[name] = name in all ? `${all[name]},${value}` : value;
  }
  return all;
};

const paths = readFileSync(0, 'utf8').trim().split('\n');
console.log(JSON.stringify({
  errors: errors.map(String),
  idle: rules.filter(({ matches }) => !paths.some(matches)).map(({ path }) => path),
  sent: Object.fromEntries(paths.map((path) => [path, sent(path)])),
}));
