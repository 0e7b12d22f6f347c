/* Dress plain links to the site as the page asks: the rule's title for a bare address, a small mark of the system. */

/** An address, whole or, as phpBB shortens long ones, with " ... " in it. */
const ADDRESS = /^\S*\/\S*(?: \.{3} \S+)?$/;
let marks;

/** Style the marks, even if the page's policy allows no foreign styles. Screen readers skip them. */
function showMarks(root, { accent, short }) {
  marks ??= new CSSStyleSheet();
  const mark = `a[data-regel-zeichen="${CSS.escape(short)}"]::after`;
  if (![...marks.cssRules].some(({ selectorText }) => selectorText === mark)) {
    marks.insertRule(`${mark} { background: ${accent ?? '#555'}; content: attr(data-regel-zeichen); content: attr(data-regel-zeichen) / ""; margin-left: .25em; padding: 0 .3em; border-radius: .3em; color: #fff; font: 600 .65em/1.5 system-ui, sans-serif; display: inline-block; vertical-align: .2em; }`);
  }
  if (!root.adoptedStyleSheets.includes(marks)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, marks];
}

/** (links) → promise that they are dressed. Links unknown to the site stay unchanged. */
export function dresser({ linkedId, option, rule, systemOf, worded }) {
  async function dress(link, id) {
    if (option('titel') && ADDRESS.test(link.textContent.trim())) {
      const found = await rule(id);
      if (found && ADDRESS.test(link.textContent.trim())) link.textContent = worded(found).title;
    }
    const system = option('zeichen') && !link.dataset.regelZeichen && await systemOf(id);
    if (!system) return;
    showMarks(link.getRootNode(), system);
    link.dataset.regelZeichen = system.short;
  }

  return (links) => Promise.allSettled(links.map((link) => {
    const id = !link.closest('[data-regel-nicht], .nachschlag-verweis') && linkedId(link);
    return id && dress(link, id);
  }));
}
