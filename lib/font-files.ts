import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { Metafile } from 'esbuild';
import { functionsWith } from './deployed-file.ts';

/*
 * Copies the fonts of a record's PDF beside the functions that draw it: 20 MB in a function's asset are read from its disk when a
 * letter needs them, while files in its code would be read at every cold start.
 */

const ROOT = join(import.meta.dirname, '..');
const NAMING_MODULE = 'functions/conversations/record-pdf/font-files.ts';
const FILE = /'(@[\w./-]+\.ttf)'/g;

/** Copies the fonts into the folder `fonts` of each deployed function that contains the module that names them. */
export async function copyFonts(metafile: Metafile): Promise<void> {
  const folders = functionsWith(metafile, NAMING_MODULE).map(([, file]) =>
    join(ROOT, dirname(file), 'fonts'),
  );
  const files = [...(await readFile(join(ROOT, NAMING_MODULE), 'utf8')).matchAll(FILE)];
  if (files.length === 0) throw new Error(`${NAMING_MODULE} names no fonts`);
  const { resolve } = createRequire(import.meta.url);
  for (const folder of folders) {
    await mkdir(folder, { recursive: true });
    for (const [, file = ''] of files) await copyFile(resolve(file), join(folder, basename(file)));
  }
}
