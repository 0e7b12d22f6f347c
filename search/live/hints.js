/* Findings on this page, each after the sentence that it is about; a button hides them. */
const KEY = "nachschlag-befunde-aus";
const plain = (text) => text.replace(/\u00ad/g, "").replace(/\s+/g, " "); // pages may break long words

const words = (text) => plain(text).trim().split(" ").filter(Boolean);

/** The share of words that two texts have in common: 1 if they have the same. */
const alike = (one, other) => {
  const [a, b] = [new Set(words(one)), new Set(words(other))];
  const both = [...a].filter((word) => b.has(word)).length;
  return both / (a.size + b.size - both || 1);
};

/** The number of the first words that a text has in the same sequence. */
const begun = (near, text) => {
  let count = 0;
  while (count < near.length && ` ${text} `.includes(` ${near.slice(0, count + 1).join(" ")}`)) count += 1;
  return count;
};

const BLOCKS = "h1, h2, h3, p, li, th, td, dd";

/** The piece of the page for a line of the file: the most similar one with the words at the finding's place, or with a quoted one;
 * the page's head if there is none. */
const blockOf = ({ line, near, quotes, body }) => {
  const from = document.querySelector(body ? "article .n-regel" : "article") ?? document;
  const first = words(near);
  let best = document.querySelector("article h1");
  let most = [0, 0, 0];
  for (const block of from.querySelectorAll(BLOCKS)) {
    const text = plain(block.textContent);
    const has = begun(first, text);
    if (block.closest(".n-befund") || !(has || quotes.some((quote) => text.includes(plain(quote))))) continue;
    const score = [alike(line, (block.closest("tr") ?? block).textContent), has, -text.length];
    const at = score.findIndex((value, i) => value !== most[i]);
    if (at >= 0 && score[at] > most[at]) [best, most] = [block, score];
  }
  return best;
};

/** Put a note after a piece of the page and its notes: in an item at its end, below a table's row in one of its own. Returns what to hide. */
const put = (note, block) => {
  const row = block?.closest("tr");
  if (!block) document.body.prepend(note);
  else if (block.matches("li, dd")) block.append(note);
  else {
    let last = row ?? block;
    while (last.nextElementSibling?.matches(".n-befund, .n-befundzeile")) last = last.nextElementSibling;
    if (!row) last.after(note);
    else {
      const below = document.createElement("tr");
      below.className = "n-befundzeile";
      const cell = below.insertCell();
      cell.colSpan = row.cells.length;
      note.style.cssText += ";position:sticky;left:0;max-width:min(100%,calc(100vw - 4rem))";
      cell.append(note);
      last.after(below);
      return below;
    }
  }
  return note;
};

/** What is wrong with files that cannot be read, over the page that they leave as it was; removed once they can. */
const tellBroken = (findings) => {
  document.querySelector(".n-kaputt")?.remove();
  if (!findings.length) return;
  const bar = document.createElement("div");
  bar.className = "n-kaputt";
  bar.setAttribute("role", "alert");
  bar.style.cssText =
    "position:fixed;inset:0 0 auto;z-index:99;max-height:50vh;overflow:auto;padding:.2rem .6rem;background:#fff4e0;color:#222;border-bottom:4px solid #b00020;font-size:.7rem";
  bar.append("Die Seite zeigt den alten Stand, bis das behoben ist:", ...findings.map(noteOf));
  document.body.append(bar);
};

const noteOf = ({ code, severity, place, message, hint }) => {
  const note = document.createElement("div");
  note.className = "n-befund";
  note.setAttribute("role", "note");
  note.style.cssText =
    "margin:.4rem 0;padding:.4rem .6rem;border-left:4px solid #b35900;background:#fff4e0;color:#222;font-weight:400;font-size:.7rem;line-height:1.4;overflow-wrap:anywhere";
  const head = document.createElement("strong");
  head.textContent = `${severity} ${code}`;
  const where = document.createElement("code");
  where.textContent = place;
  where.style.cssText = "display:block;background:none;color:inherit;padding:0;white-space:normal";
  note.append(head, ` ${message} ${hint}`, where);
  return note;
};

const show = (findings) => {
  if (!findings.length) return;
  const blocks = findings.map(blockOf); // before notes add words to the page
  const notes = findings.map((finding, i) => put(noteOf(finding), blocks[i]));
  const button = document.createElement("button");
  button.type = "button";
  button.className = "n-befunde";
  button.style.cssText =
    "position:fixed;right:.6rem;bottom:4.5rem;z-index:9;min-height:44px;padding:0 .8rem;border:0;border-radius:22px;background:#b35900;color:#fff;font-size:.7rem;cursor:pointer";
  const set = (hidden) => {
    for (const note of notes) note.hidden = hidden;
    button.setAttribute("aria-pressed", String(hidden));
    button.textContent = `${notes.length} ${notes.length === 1 ? "Befund" : "Befunde"} ${hidden ? "zeigen" : "ausblenden"}`;
    if (hidden) sessionStorage.setItem(KEY, "1");
    else sessionStorage.removeItem(KEY);
  };
  button.addEventListener("click", () => set(button.getAttribute("aria-pressed") !== "true"));
  set(sessionStorage.getItem(KEY) === "1");
  document.body.append(button);
};

fetch(`/__nachschlag/hints?page=${encodeURIComponent(location.pathname)}`)
  .then((answer) => answer.json())
  .then(show)
  .catch(() => {});
