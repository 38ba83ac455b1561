import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/*
 * What pdf.js loads only for documents that need it: character maps of East Asian fonts, the fonts that every viewer has to have, and the
 * decoder of JPEG 2000 without WebAssembly. The folder is named for its version, because a browser caches built files for a year.
 */

const require = createRequire(import.meta.url);
const folder = dirname(require.resolve('pdfjs-dist/package.json'));

const { version } = require('pdfjs-dist/package.json') as { version: string };

const PARTS = [
  ['cmaps', /\.bcmap$/],
  ['standard_fonts', /\.(pfb|ttf)$/],
  ['wasm', /^openjpeg_nowasm_fallback\.js$/],
] as const;

export const pdfParts: Plugin = {
  name: 'pdf-parts',
  apply: 'build',
  generateBundle() {
    for (const [part, wanted] of PARTS)
      for (const name of readdirSync(join(folder, part)).filter((one) => wanted.test(one)))
        this.emitFile({
          type: 'asset',
          fileName: `assets/pdf/${version}/${name}`,
          source: readFileSync(join(folder, part, name)),
        });
  },
};
