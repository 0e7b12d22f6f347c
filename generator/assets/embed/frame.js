/* einbetten-rahmen.js: our page in another site's frame reports its height; einbetten-1.js there sets the frame to it. */

const { id } = document.body.dataset;

function tell() {
  parent.postMessage({ type: 'nachschlag:hoehe', id, height: document.documentElement.getBoundingClientRect().height }, '*');
}

if (parent !== window) new ResizeObserver(tell).observe(document.body);
