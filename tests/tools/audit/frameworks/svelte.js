/* The items in Svelte. */

import { flushSync, hydrate, mount } from 'svelte';
import { render } from 'svelte/server';
import Items from './Items.svelte';
import ItemsOnServer from './Items.svelte?server';

const through = (items) => (state) => flushSync(() => items.update(state));

window.framework = {
  mount(box, first) {
    const update = through(mount(Items, { target: box, props: { first } }));
    flushSync();
    return update;
  },
  html: (first) => render(ItemsOnServer, { props: { first } }).body,
  hydrate(box, first) {
    const update = through(hydrate(Items, { target: box, props: { first } }));
    flushSync();
    return update;
  },
};
