import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Plugin } from 'esbuild';

/*
 * Puts the files of functions/pages/preview/drawing-files.ts into the bundle, because a function is deployed without its packages.
 * The module that takes its place has the same export.
 */

const { resolve } = createRequire(import.meta.url);
const FILE = /(\w+): '(@[\w./-]+\.(?:wasm|ttf))'/g;

/** The esbuild plugin that embeds the files. Fails if the module names none. */
export const embedFiles: Plugin = {
  name: 'embed-files',
  setup(build) {
    build.onLoad({ filter: /[\\/]preview[\\/]drawing-files\.ts$/ }, async ({ path }) => {
      const named = [...(await readFile(path, 'utf8')).matchAll(FILE)];
      if (named.length === 0) throw new Error(`${path} names no files`);
      const entries = await Promise.all(
        named.map(async ([, name, file = '']) => {
          const bytes = await readFile(resolve(file));
          return `${name}: '${bytes.toString('base64')}'`;
        }),
      );
      return {
        contents: `const FILES = { ${entries.join(', ')} };
export const drawingFile = async (name) => Buffer.from(FILES[name], 'base64');`,
      };
    });
  },
};
