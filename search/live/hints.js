/* Findings on this page, each after the sentence that it quotes; a button hides them. */
const KEY = "nachschlag-befunde-aus";
const plain = (text) => text.replace(/\s+/g, " ");

/** The smallest piece of the page that has one of the words quoted; its head where none has. */
const blockWith = (quotes) => {
  const blocks = [...document.querySelectorAll("article p, article li, article td, article h1, article h2, article h3")];
  for (const quote of quotes) {
    const found = blocks.filter((block) => !block.closest(".n-befund") && plain(block.textContent).includes(plain(quote)));
    if (found.length) return found.at(-1);
  }
  return document.querySelector("article h1");
};

const noteOf = ({ code, severity, place, message, hint }) => {
  const note = document.createElement("div");
  note.className = "n-befund";
  note.setAttribute("role", "note");
  note.style.cssText =
    "margin:.4rem 0;padding:.4rem .6rem;border-left:4px solid #b35900;background:#fff4e0;color:#222;font-size:.7rem;line-height:1.4;overflow-wrap:anywhere";
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
  const notes = findings.map((finding) => {
    const block = blockWith(finding.quotes);
    const note = noteOf(finding);
    if (!block) document.body.prepend(note);
    else if (block.matches("td, li")) block.append(note);
    else block.after(note);
    return note;
  });
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
