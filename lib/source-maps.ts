import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

/*
 * The source maps of functions. They are not deployed with the functions, because they would slow down every cold start.
 * Instead each log line names the build of its function, and the map of each build is archived in the CDK's asset bucket.
 */

const ROOT = join(import.meta.dirname, '..');

/** The paths of all bundles in a directory that have a source map. */
export const bundlesIn = (directory: string): readonly string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.cjs') && existsSync(join(directory, `${file}.map`)))
    .sort()
    .map((file) => join(directory, file));

/** The id of a function's build: a hash of its bundle. */
export const buildOf = (bundle: string): string =>
  createHash('sha256').update(readFileSync(bundle)).digest('hex').slice(0, 16);

/** Packs the source map of a bundle, with the paths of the repository and without source text. */
export function archivedMap(bundle: string): Buffer {
  const { sourcesContent: _text, ...map } = JSON.parse(readFileSync(`${bundle}.map`, 'utf8'));
  const sources = map.sources.map((source: string) =>
    relative(ROOT, resolve(dirname(bundle), source)),
  );
  return gzipSync(JSON.stringify({ ...map, sources }));
}

/** The hash in the S3 key of an asset whose hash is given: the CDK hashes it once more. */
export const archiveHashOf = (build: string): string =>
  createHash('sha256').update(build).digest('hex');
