import type { Plugin } from 'esbuild';

/** The workers of the browser, which Vite bundles: a function never starts one, although a page that it renders may import one lazily. */
export const withoutWorkers: Plugin = {
  name: 'without-workers',
  setup(build) {
    build.onResolve({ filter: /\?worker$/ }, ({ path }) => ({ path, namespace: 'worker' }));
    build.onLoad({ filter: /.*/, namespace: 'worker' }, () => ({
      contents: 'export default class {}',
    }));
  },
};
