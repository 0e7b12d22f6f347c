// Asks a site and its service through openapi-fetch with the types of openapi-typescript, and prints what they answer.
import createClient from 'openapi-fetch';
import type { paths as FilesPaths } from './seite.js';
import type { paths as ServicePaths } from './dienst.js';

declare const process: { argv: string[] };
const baseUrl = process.argv[2];
const files = createClient<FilesPaths>({ baseUrl });
const service = createClient<ServicePaths>({ baseUrl });
const game = { params: { path: { system: 'wuerfelkrieg' } } };

const { data: rule } = await files.GET('/api/v1/entries/{system}/{slug}.json', { params: { path: { system: 'wuerfelkrieg', slug: 'kaempfen' } } });
const { data: index } = await files.GET('/api/v1/index.json');
const { data: whole } = await files.GET('/api/v1/systems/{system}.json', game);
const { data: names } = await files.GET('/api/v1/names/{system}.json', game);
const { data: concepts } = await files.GET('/api/v1/concepts.json');
const { data: found } = await service.GET('/api/v1/search', { params: { query: { q: 'brawling', limit: 1 } } });
const { data: resolved } = await service.GET('/api/v1/resolve', { params: { query: { text: 'Gerangel' } } });
const { data: completed } = await service.GET('/api/v1/complete', { params: { query: { q: 'käm' } } });
const { data: linked } = await service.POST('/api/v1/link', { body: { text: 'Erst Zielen, dann 17.0.', system: 'wuerfelkrieg' } });
const { data: health } = await service.GET('/healthz');
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
