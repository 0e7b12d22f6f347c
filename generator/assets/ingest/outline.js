/* The page of a system's drafts: the outline, the draft chosen in it, and one key for each decision. The server writes the files. */

const at = (id) => document.getElementById(id);
const token = document.querySelector('meta[name="token"]').content;
const buttons = [...document.querySelectorAll('#tasten button')];

let state = { rows: [], undo: { mark: '' } };
let chosen = '';
let whole = false;
let question;
let splitLine = 0;
let suggested = '';
let work = Promise.resolve();
let shows = 0;

const element = (name, attributes, ...content) => {
  const made = Object.assign(document.createElement(name), attributes);
  made.append(...content);
  return made;
};
const rowOf = (id) => state.rows.find((row) => row.id === id);
const percent = (row) => (row.certainty === null ? '' : `${Math.round(row.certainty * 100)} %`);

/** The rows in the list: the whole book in its order, or those to check first, least certain first. */
const listed = () => {
  const first = state.rows.filter((row) => row.first);
  return whole || !first.length ? state.rows : first.sort((one, other) => one.certainty - other.certainty);
};

const answer = async (address, options) => {
  const response = await fetch(address, { cache: 'no-store', ...options });
  return response.json();
};

async function show(id, { focus = true } = {}) {
  const rows = listed();
  const row = rows.find((one) => one.id === id) ?? rowOf(id) ?? rows.find((one) => one.first || one.level) ?? rows[0];
  chosen = row?.id ?? '';
  at('frage').hidden ||= question?.id !== chosen;
  const first = state.rows.filter((one) => one.first).length;
  at('zahl').textContent = `${state.rows.filter((one) => one.level).length} Entwürfe, ${first} zuerst anzusehen.`;
  at('gliederung').replaceChildren(...rows.map(line));
  const current = at('gliederung').querySelector('[aria-current]');
  current?.scrollIntoView({ block: 'nearest' });
  for (const button of buttons) {
    const { action } = button.dataset;
    button.disabled = action === 'undo' ? !state.undo.mark : !row?.level && ['split', 'join', 'remove'].includes(action);
    if (action === 'whole') button.setAttribute('aria-pressed', String(whole || !first));
  }
  if (!row) return;
  const turn = ++shows;
  suggested = row.title; // until its own draft is there
  at('zeilen').inert = true;
  const draft = await answer(`draft?id=${encodeURIComponent(chosen)}`);
  if (turn !== shows || draft.error) return;
  suggested = draft.suggested;
  at('zeilen').inert = false;
  at('titel').textContent = [row.number, row.title].filter(Boolean).join(' ');
  at('grund').textContent = [row.level ? '' : 'Teil', percent(row), row.accepted ? 'entschieden' : '', row.why].filter(Boolean).join(' · ');
  at('stelle').replaceChildren(...(draft.place ? [`${draft.place}: ${draft.left}`, element('mark', {}, draft.name), draft.right] : []));
  at('zeilen').replaceChildren(...draft.lines.map(({ line, text, title }, index) => {
    const button = element('button', { type: 'button', disabled: !index, title: index ? `Ab Zeile ${line} teilen` : '' }, text);
    button.addEventListener('click', () => { splitLine = line; ask('split', title); });
    return button;
  }));
  at('entwurf').scrollTop = 0;
  if (focus) current?.focus({ preventScroll: true });
}

function line(row, _, rows) {
  const button = element('button', { type: 'button', className: row.first ? 'e-unsicher' : '' },
    element('span', {}, [row.number, row.title].filter(Boolean).join(' ')), element('span', { className: 'b-neben' }, row.accepted ? '' : percent(row)));
  button.dataset.level = rows === state.rows ? Math.min(row.level, 4) : 1;
  if (row.id === chosen) button.setAttribute('aria-current', 'true');
  button.addEventListener('click', () => show(row.id));
  return button;
}

function step(by) {
  const rows = listed();
  const place = rows.findIndex((row) => row.id === chosen);
  const next = rows[Math.min(Math.max(place + by, 0), rows.length - 1)];
  if (next) show(next.id);
}

function ask(action, title) {
  question = { action, id: chosen };
  at('frage').hidden = false;
  at('wort').value = title;
  at('wort').focus();
  at('wort').select();
}

function leave() {
  at('frage').hidden = true;
  at('gliederung').querySelector('[aria-current]')?.focus();
}

/** Have the server do it after its pending work, then show the current state, even if it refused. */
const change = (action, more) => { work = work.then(() => carryOut(action, more)); };

async function carryOut(action, { id = chosen, ...more } = {}) {
  const place = listed().findIndex((row) => row.id === id);
  const mark = action === 'undo' ? state.undo.mark : rowOf(id)?.mark;
  try {
    const body = JSON.stringify({ action, id, mark, ...more });
    const done = await answer('change', { method: 'POST', headers: { 'Content-Type': 'application/json', 'X-Nachschlag-Token': token }, body });
    if (done.rows) state = done;
    at('gesagt').textContent = done.error ?? `${done.said}.`;
    const onward = !done.error && (action === 'accept' || action === 'remove');
    const now = listed();
    const next = now[now[place]?.id === id ? place + 1 : place] ?? now.at(-1);
    await show(onward && next ? next.id : done.id ?? id);
  } catch {
    at('gesagt').textContent = 'Das Programm antwortet nicht. Läuft „nachschlag serve“ noch?';
  }
}

function act(action) {
  if (action === 'next' || action === 'previous') step(action === 'next' ? 1 : -1);
  else if (action === 'keys') at('hilfe').showModal();
  else if (action === 'whole') { whole = !whole; show(chosen); }
  else if (action === 'rename') ask(action, suggested);
  else if (action === 'split') {
    const second = at('zeilen').querySelector('button:enabled');
    at('gesagt').textContent = second ? 'Mit welcher Zeile beginnt der neue Entwurf?' : 'Hier gibt es nichts zu teilen.';
    second?.focus();
  } else change(action);
}

for (const button of buttons) button.addEventListener('click', () => act(button.dataset.action));
at('lassen').addEventListener('click', leave);
at('frage').addEventListener('submit', (event) => {
  event.preventDefault();
  const { action, id } = question;
  leave();
  change(action, { id, title: at('wort').value, ...(action === 'split' ? { line: splitLine } : {}) });
});

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
  if (event.key === 'Escape') return leave();
  if (event.target.matches('input')) return;
  const arrow = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (arrow && at('zeilen').contains(event.target)) {
    const lines = [...at('zeilen').querySelectorAll('button:enabled')];
    lines[lines.indexOf(event.target) + arrow]?.focus();
  } else if (arrow) step(arrow);
  const button = buttons.find((one) => one.dataset.key === event.key);
  if (!arrow && (!button || button.disabled || (event.repeat && !['n', 'v'].includes(event.key)))) return;
  event.preventDefault();
  if (button) act(button.dataset.action);
});

state = await answer('rows');
if (state.error) at('gesagt').textContent = state.error;
else show();
