/* Eine Liste aller Regeln (index.html) und eine Seite für jede (regel.html?id=t9a/angst). */

const RULES = 'https://regeln.example.org/api/v1/systems/t9a.json';
const state = document.querySelector('#stand');

const made = (name, properties) => Object.assign(document.createElement(name), properties);
const address = (id) => `regel.html?id=${encodeURIComponent(id)}`;

function list({ system, entries, terms }) {
  document.title = document.querySelector('h1').textContent = system.name;
  const rows = [...entries, ...terms].map((rule) => {
    const row = made('li', {});
    row.append(made('a', { href: address(rule.id), textContent: rule.title }), ` ${rule.number ?? ''} ${rule.title_en ?? ''}`);
    return row;
  });
  document.querySelector('ul').replaceChildren(...rows);
  document.querySelector('input').addEventListener('input', ({ target }) => {
    for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(target.value.toLowerCase());
  });
}

function rule({ system, entries, terms, redirects }) {
  const asked = new URLSearchParams(location.search).get('id') ?? '';
  const id = (redirects[asked] ?? asked).split('#')[0];
  const found = [...entries, ...terms].find((one) => one.id === id);
  document.title = document.querySelector('h1').textContent = found?.title ?? 'Diese Regel gibt es nicht.';
  const article = document.querySelector('article');
  article.innerHTML = found ? `${found.short_html}${found.html ?? ''}` : ''; // finished HTML without scripts
  for (const link of article.querySelectorAll('a[data-id]')) {
    const isHere = link.dataset.id.startsWith(`${system.id}/`);
    link.href = isHere ? address(link.dataset.id) : new URL(link.getAttribute('href'), RULES).href;
  }
  document.querySelector('footer').textContent = system.attribution;
}

const isFirst = !navigator.serviceWorker?.controller;

try {
  navigator.serviceWorker.addEventListener('message', () => { state.textContent = 'Neue Regeln: Lade die Seite neu.'; });
  await navigator.serviceWorker.register('sw.js');
  const { active } = await navigator.serviceWorker.ready;
  const rules = await (await fetch(RULES)).json();
  (document.querySelector('ul') ? list : rule)(rules);
  state.textContent = 'Geht ohne Netz.';
  if (!isFirst) active.postMessage('neu?');
} catch {
  state.textContent = 'Ohne Netz geht es erst nach dem ersten Laden.';
}
