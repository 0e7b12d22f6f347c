/* The items in Vue, with a compiled template. */

import { compile, createApp, createSSRApp, nextTick, reactive } from 'vue';
import { renderToString } from '@vue/server-renderer';

const template = `<div>{{ state.head }}<template v-for="{ key, shape, text, more, bold, words } in state.items" :key="key">
<p v-if="shape === 'paragraph'">{{ text }}</p>
<p v-else-if="shape === 'mixed'">{{ text }}<b v-if="bold">{{ more }}</b> {{ more }}</p>
<template v-else-if="shape === 'fragment'">{{ text }}<i v-if="bold">und </i>{{ more }}</template>
<template v-else-if="shape === 'text'">{{ text }}</template>
<code v-else-if="shape === 'code'">{{ text }}</code>
<ul v-else><li v-for="word in words" :key="word">{{ word }}</li><li>{{ text }}</li></ul>
</template><template v-if="state.head">Ende</template></div>`;

const render = compile(template);

const through = (kept) => async (next) => {
  Object.assign(kept, next);
  await nextTick();
};

function started(create, box, state) {
  const kept = reactive({ ...state });
  create({ render, setup: () => ({ state: kept }) }).mount(box);
  return through(kept);
}

window.framework = {
  mount: (box, state) => started(createApp, box, state),
  html: (state) => renderToString(createSSRApp({ render, setup: () => ({ state }) })),
  hydrate: (box, state) => started(createSSRApp, box, state),
};
