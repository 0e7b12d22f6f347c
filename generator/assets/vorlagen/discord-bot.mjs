/* Regeln in Discord: /regel Angst, mit Vorschlägen beim Tippen.

     DISCORD_APP=… DISCORD_TOKEN=… node discord-bot.mjs anmelden     (einmal: meldet den Befehl an)
     DISCORD_PUBLIC_KEY=… SPIEL=t9a PORT=8080 node discord-bot.mjs

   Braucht Node 20 und keine weiteren Pakete. Discord ruft ihn über HTTPS: Stell einen Webserver davor und trag die Adresse unter „Interactions
   Endpoint URL“ ein. Gelesen werden die Dateien der Regelseite; DIENST=https://… fragt stattdessen ihren Dienst, der auch Tippfehler versteht. */

import { createPublicKey, verify } from 'node:crypto';
import { createServer } from 'node:http';

const { env } = process;
const site = (env.SITE ?? 'https://regeln.example.org/').replace(/\/$/, '');
const service = (env.DIENST ?? '').replace(/\/$/, '');
const game = env.SPIEL ?? '';
const [ping, command, autocomplete] = [1, 2, 4];
const [pong, message, choices] = [1, 4, 8];
const onlyForYou = 64;
const mostBytes = 65536;
const patience = Number(env.GEDULD ?? 2500); // Discord waits for 3 s
let kept = { at: -Infinity };

async function json(address) {
  const answer = await fetch(address, { signal: AbortSignal.timeout(patience) });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.json();
}

/** The names of the game, fetched again after ten minutes. */
async function names() {
  if (performance.now() - kept.at > 600_000) kept = { at: performance.now(), index: await json(`${site}/api/v1/names/${game}.json`) };
  return kept.index;
}

const words = (text) => text.toLowerCase().replaceAll('ß', 'ss').replace(/\s*\([^()]*\)$/, '').match(/[\p{L}\p{N}]+/gu) ?? [];

/** Where a number, a name or a question leads; else the names in a sentence. */
function places(index, text) {
  const key = (name) => words(name).map((word) => (Object.hasOwn(index.words, word) ? index.words[word] : word)).join(' ');
  const asked = key(text);
  if (!asked) return [];
  const [, part, number] = /^(?:(.*\S)\s+)?(\S+)$/.exec(text.trim().replace(/\s+/g, ' '));
  const known = index.parts.filter((one) => !part || one.names.some((name) => name.toLowerCase() === part.toLowerCase()));
  const numbered = known.flatMap(({ numbers }) => [number, `${number}.0`].filter((form) => Object.hasOwn(numbers, form)).map((form) => numbers[form]));
  const named = index.names.filter(([name]) => key(name) === asked).map(([, place]) => place);
  const questions = Object.entries(index.questions).flatMap(([question, there]) => (key(question) === asked ? there : []));
  const sure = new Map(); // no words of every day: "deckung" in a sentence may mean none of the rules
  for (const [name, place, , everyday] of index.names) if (!everyday) sure.set(key(name), [...(sure.get(key(name)) ?? []), place]);
  return [...new Set([numbered, named, questions].find((found) => found.length) ?? within(asked.split(' '), sure))];
}

/** Where the names in a sentence lead, the longest first; no word belongs to two. */
function within(asked, named) {
  const found = [];
  for (let size = asked.length; size > 0; size -= 1) {
    for (let start = 0; start + size <= asked.length; start += 1) {
      const there = named.get(asked.slice(start, start + size).join(' '));
      if (!there) continue;
      found.push(...there);
      asked.fill('', start, start + size);
    }
  }
  return found;
}

/** The rules that a text means, best first: title, short rule, address, attribution. */
async function rules(text) {
  if (service) {
    const ask = (name, query) => json(`${service}/api/v1/${name}?${new URLSearchParams({ ...query, system: game })}`);
    const asked = text.slice(0, 200), [{ hits }, { candidates }] = await Promise.all([ask('search', { q: asked, limit: 3 }), ask('resolve', { text: asked })]);
    const meant = hits.filter((hit) => candidates.some(({ id }) => id === hit.id)); // a name means its rule alone
    return (meant.length ? meant : hits).map((hit) => ({ ...hit, url: site + hit.url }));
  }
  const index = await names();
  return places(index, text).slice(0, 3).map((place) => ({ ...index.rules[place], url: site + index.rules[place].url, attribution: index.attribution }));
}

/** Names that begin with a text, then those that contain it. */
async function offered(text) {
  const asked = text.toLowerCase();
  const all = [...new Set((await names()).names.map(([name]) => name))];
  const begun = all.filter((name) => name.toLowerCase().startsWith(asked));
  const within = all.filter((name) => name.toLowerCase().includes(asked, 1));
  return [...new Set([...begun, ...within])].filter((name) => name.length <= 100).slice(0, 25);
}

async function answered(interaction) {
  if (interaction.type === ping) return { type: pong };
  const asked = String(interaction.data?.options?.find(({ name }) => name === 'name')?.value ?? '').slice(0, 200);
  if (interaction.type === autocomplete) {
    return { type: choices, data: { choices: (await offered(asked)).map((name) => ({ name, value: name })) } };
  }
  if (interaction.type !== command) return { type: message, data: { content: 'Das verstehe ich nicht.', flags: onlyForYou } };
  const found = await rules(asked);
  if (!found.length) return { type: message, data: { content: `„${asked}“ kenne ich nicht.`, flags: onlyForYou, allowed_mentions: { parse: [] } } };
  const embeds = found.map((rule) => ({ title: rule.title.slice(0, 256), url: rule.url, description: rule.short.slice(0, 4096), footer: { text: rule.attribution } }));
  return { type: message, data: { embeds, allowed_mentions: { parse: [] } } };
}

/** Whether Discord has signed a request with the key of this app. */
function isSigned({ headers }, body, key) {
  const signature = Buffer.from(String(headers['x-signature-ed25519'] ?? ''), 'hex');
  const signed = Buffer.concat([Buffer.from(String(headers['x-signature-timestamp'] ?? '')), body]);
  return signature.length === 64 && verify(null, signed, key, signature);
}

async function handled(request, key) {
  const pieces = [];
  let size = 0;
  for await (const piece of request) {
    size += piece.length;
    if (size > mostBytes) return [413, {}];
    pieces.push(piece);
  }
  const body = Buffer.concat(pieces);
  if (request.method !== 'POST' || !isSigned(request, body, key)) return [401, { error: 'invalid request signature' }];
  try {
    return [200, await answered(JSON.parse(body))];
  } catch (problem) {
    console.error(String(problem));
    return [200, { type: message, data: { content: 'Die Regelseite antwortet gerade nicht.', flags: onlyForYou } }];
  }
}

async function register() {
  if (!/^\d+$/.test(env.DISCORD_APP ?? '') || !/^[\w.-]+$/.test(env.DISCORD_TOKEN ?? '')) {
    console.error('DISCORD_APP (eine Zahl) und DISCORD_TOKEN fehlen oder sind unvollständig.');
    process.exitCode = 2;
    return;
  }
  const option = { type: 3, name: 'name', description: 'Name, Nummer oder Frage', required: true, autocomplete: true, max_length: 200 };
  const answer = await fetch(`${env.DISCORD_API ?? 'https://discord.com/api/v10'}/applications/${env.DISCORD_APP}/commands`, {
    method: 'PUT',
    headers: { Authorization: `Bot ${env.DISCORD_TOKEN}`, 'Content-Type': 'application/json' },
    body: JSON.stringify([{ type: 1, name: 'regel', description: 'Schlägt eine Regel nach', options: [option] }]),
  }).catch((problem) => ({ ok: false, status: problem.cause?.code ?? problem.name }));
  console.log(answer.ok ? 'Der Befehl /regel ist angemeldet.' : `Discord lehnt ab oder ist nicht da (${answer.status}): Prüfe DISCORD_APP und DISCORD_TOKEN.`);
  process.exitCode = answer.ok ? 0 : 1;
}

if (process.argv[2] === 'anmelden') {
  await register();
} else if (!/^[0-9a-f]{64}$/i.test(env.DISCORD_PUBLIC_KEY ?? '') || !game) {
  console.error('DISCORD_PUBLIC_KEY (64 Zeichen) und SPIEL fehlen, etwa: DISCORD_PUBLIC_KEY=… SPIEL=t9a node discord-bot.mjs');
  process.exitCode = 2;
} else {
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(env.DISCORD_PUBLIC_KEY, 'hex')]);
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
  const server = createServer(async (request, response) => {
    const [status, value] = await handled(request, key).catch(() => [400, {}]);
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
  });
  server.requestTimeout = 10_000;
  server.on('error', ({ code }) => {
    console.error(`An Port ${env.PORT ?? 8080} lässt sich nicht lauschen (${code}): Nenne mit PORT einen anderen.`);
    process.exitCode = 1;
  });
  server.listen(Number(env.PORT ?? 8080), env.HOST ?? '127.0.0.1', () => console.log(`Lauscht an Port ${server.address().port}`));
}
