/* Bundles the apps with the packages of the working directory: node build.mjs OUT. Writes OUT/react.js, vue.js, svelte.js, each of which
   sets window.framework = { mount, hydrate, html }. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(`${process.cwd()}/`);
const here = dirname(fileURLToPath(import.meta.url));
const esbuild = require('esbuild');
const { compile } = require('svelte/compiler');

/** Svelte's compiler; `?server` selects the code that renders HTML. */
const svelte = {
  name: 'svelte',
  setup(build) {
    build.onResolve({ filter: /\.svelte(\?server)?$/ }, ({ path }) => ({ path: join(here, path), namespace: 'svelte' }));
    build.onLoad({ filter: /./, namespace: 'svelte' }, ({ path }) => {
      const [filename, kind] = path.split('?');
      const { js } = compile(readFileSync(filename, 'utf8'), { filename, generate: kind === 'server' ? 'server' : 'client', css: 'injected' });
      return { contents: js.code, resolveDir: process.cwd() };
    });
  },
};

await esbuild.build({
  entryPoints: ['react', 'vue', 'svelte'].map((name) => join(here, `${name}.js`)),
  outdir: process.argv[2],
  bundle: true,
  format: 'iife',
  nodePaths: [join(process.cwd(), 'node_modules')],
  alias: { vue: 'vue/dist/vue.esm-bundler.js' },
  define: {
    'process.env.NODE_ENV': '"production"', __VUE_OPTIONS_API__: 'true', __VUE_PROD_DEVTOOLS__: 'false',
    __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'true',
  },
  plugins: [svelte],
  logLevel: 'error',
});
