/* einbetten-rahmen.js: a page of ours in somebody's frame tells how high it is; einbetten-1.js there gives the frame that height. */

const { id } = document.body.dataset;

function tell() {
  parent.postMessage({ type: 'nachschlag:hoehe', id, height: document.documentElement.getBoundingClientRect().height }, '*');
}

if (parent !== window) new ResizeObserver(tell).observe(document.body);
