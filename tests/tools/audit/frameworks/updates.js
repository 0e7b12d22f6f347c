/* Renders random states with `window.framework` twice, in an area of ours (#mit) and beside it (#ohne). */

const WORDS = ['Kämpfen', 'Zielen', 'Trefferliste', 'Kannen', 'Ziel'];
const TEXTS = ['Kämpfen', 'Beim Kämpfen zählt die Trefferliste.', 'Siehe Grundregeln 17.0', '', 'Nichts', 'Siehe ', 'Zielen, Kämpfen', 'Beim '];
const SHAPES = ['paragraph', 'mixed', 'fragment', 'text', 'code', 'list'];
const boxes = [document.querySelector('#mit'), document.querySelector('#ohne')];
let random, updates, state, count = 0;

function seeded(seed) {
  let now = seed;
  return (below) => {
    now = (now * 1103515245 + 12345) % 2147483648;
    return Math.floor(now / 65536) % below;
  };
}

const shuffled = (list) => {
  const left = [...list];
  return list.map(() => left.splice(random(left.length), 1)[0]);
};

const content = () => ({ text: TEXTS[random(8)], more: TEXTS[random(8)], bold: !random(2), words: shuffled(WORDS).slice(random(5)) });
const item = () => ({ key: `k${count++}`, shape: SHAPES[random(6)], ...content() });

const STEPS = [
  (items) => [item(), ...items, item()],
  (items) => items.toSpliced(random(items.length + 1), 0, item()),
  (items) => items.toSpliced(random(items.length + 1), 1),
  (items) => items.map((one) => (random(3) ? one : { ...one, ...content() })),
  (items) => items.map((one) => (random(3) ? one : { ...one, text: TEXTS[random(8)] })),
  (items) => items.map((one) => (random(4) ? one : { ...one, bold: !one.bold })),
  (items) => items.map((one) => (random(6) ? one : { ...one, shape: SHAPES[random(6)] })),
  shuffled,
  (items) => items.toReversed(),
  (items) => (random(8) ? items.slice(-12) : []),
];

function changed({ items, head }) {
  return { items: STEPS[random(STEPS.length)](items), head: random(6) ? head : TEXTS[random(8)] };
}

const texts = () => boxes.map((box) => box.textContent);

window.start = async (seed) => {
  random = seeded(seed);
  state = { items: Array.from({ length: 6 }, item), head: 'Kämpfen' };
  updates = boxes.map((box) => window.framework.mount(box, state));
  await null;
  return texts();
};

window.step = async () => {
  state = changed(state);
  for (const update of updates) await update(state);
  await null;
  return texts();
};

/** A copy of the framework's rendering, linked once. */
window.fresh = () => {
  document.querySelector('#neu')?.remove();
  const made = boxes[1].cloneNode(true);
  made.id = 'neu';
  made.dataset.regelAuto = 'wuerfelkrieg';
  document.body.append(made);
  made.dispatchEvent(new Event('nachschlag:verlinken', { bubbles: true }));
};

/** The HTML that a server would send. */
window.rendered = async (seed) => {
  random = seeded(seed);
  state = { items: Array.from({ length: 6 }, item), head: 'Kämpfen' };
  const html = await window.framework.html(state);
  for (const box of boxes) box.innerHTML = html;
};

window.hydrated = async () => {
  updates = boxes.map((box) => window.framework.hydrate(box, state));
  await new Promise((done) => setTimeout(done, 50));
  return texts();
};
