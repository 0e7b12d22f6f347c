// The words in view: those that the topmost element at their place shows.
() => {
  const words = [];
  const walker = document.createTreeWalker(document.querySelector('dialog[open]') ?? document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const owner = node.parentElement;
    if (!node.data.trim() || !owner.getClientRects().length) continue;
    for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const { left, right, top, bottom } = range.getClientRects()[0] ?? { left: -1, right: -1, top: -1, bottom: -1 };
      const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      if (seen && owner.contains(seen)) words.push(word);
    }
  }
  return words.join(' ');
}
