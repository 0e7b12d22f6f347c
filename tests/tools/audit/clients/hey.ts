// Asks a site and its service through the clients of @hey-api/openapi-ts, and prints what they answer.
import * as files from './hey-seite/index.js';
import * as service from './hey-dienst/index.js';
import { client as filesClient } from './hey-seite/client.gen.js';
import { client as serviceClient } from './hey-dienst/client.gen.js';

declare const process: { argv: string[] };
for (const client of [filesClient, serviceClient]) client.setConfig({ baseUrl: process.argv[2] as never });
const game = { path: { system: 'wuerfelkrieg' } };

const { data: rule } = await files.entriesSystemSlug({ path: { system: 'wuerfelkrieg', slug: 'kaempfen' } });
const { data: index } = await files.index();
const { data: whole } = await files.systemsSystem(game);
const { data: names } = await files.namesSystem(game);
const { data: concepts } = await files.concepts();
const { data: found } = await service.search({ query: { q: 'brawling', limit: 1 } });
const { data: resolved } = await service.resolve({ query: { text: 'Gerangel' } });
const { data: completed } = await service.complete({ query: { q: 'käm' } });
const { data: linked } = await service.link({ body: { text: 'Erst Zielen, dann 17.0.', system: 'wuerfelkrieg' }, headers: { 'Content-Type': 'application/json' }, bodySerializer: JSON.stringify });
const { data: health } = await service.health();
console.log(JSON.stringify({
  title: rule?.title,
  references: rule?.references.length,
  entries: index?.entries.length,
  whole: [whole?.system.id, whole?.entries.length],
  names: names?.rules?.length,
  concepts: concepts?.concepts.length,
  hit: found?.hits[0]?.id,
  target: resolved?.target,
  completions: completed?.completions[0]?.id,
  linked: typeof linked === 'object' ? linked.references.map(({ target }) => target) : linked,
  status: health?.status,
}));
