/* The items in React. */

import { Fragment, createElement as h } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { renderToString } from 'react-dom/server.browser';

const SHAPES = {
  paragraph: ({ text }) => h('p', null, text),
  mixed: ({ text, more, bold }) => h('p', null, text, bold && h('b', null, more), ' ', more),
  fragment: ({ text, more, bold }) => h(Fragment, null, text, bold && h('i', null, 'und '), more),
  text: ({ text }) => text,
  code: ({ text }) => h('code', null, text),
  list: ({ text, words }) => h('ul', null, words.map((word) => h('li', { key: word }, word)), h('li', { key: '' }, text)),
};

const App = ({ items, head }) => h('div', null, head, items.map((item) => h(Fragment, { key: item.key }, h(SHAPES[item.shape], item))), head && 'Ende');

const through = (root) => (state) => flushSync(() => root.render(h(App, state)));

window.framework = {
  mount(box, state) {
    const update = through(createRoot(box));
    update(state);
    return update;
  },
  html: (state) => renderToString(h(App, state)),
  hydrate(box, state) {
    let root;
    flushSync(() => { root = hydrateRoot(box, h(App, state), { onRecoverableError: () => {} }); });
    return through(root);
  },
};
