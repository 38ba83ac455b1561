import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

/*
 * The source maps of a build. They are not deployed with the functions, because they would slow down every cold start.
 * Instead each log line names its build, and the maps of each build are archived in the CDK's asset bucket.
 */

const ROOT = join(import.meta.dirname, '..');

/** Matches a position in deployed code; Lambda puts it in /var/task. */
const DEPLOYED = /(?:file:\/\/)?\/var\/task\/([\w./-]+\.mjs):(\d+):(\d+)/g;

type Map = ConstructorParameters<typeof SourceMap>[0];
type Archive = Readonly<Record<string, Map>>;

const filesIn = (directory: string, ending: string): readonly string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .sort();

/** The id of a build: a hash of all its bundles. */
export function buildOf(bundles: string): string {
  const hash = createHash('sha256');
  for (const file of filesIn(bundles, '.mjs'))
    hash.update(`${file}\n`).update(readFileSync(join(bundles, file)));
  return hash.digest('hex').slice(0, 16);
}

/** Packs the maps of all bundles into one file, without the source text, which is in the repository. */
export function archiveMaps(bundles: string): Buffer {
  const archive = filesIn(bundles, '.mjs.map').map((file) => {
    const { sourcesContent: _text, ...map } = JSON.parse(readFileSync(join(bundles, file), 'utf8'));
    const sources = map.sources.map((source: string) =>
      relative(ROOT, resolve(bundles, dirname(file), source)),
    );
    return [file.slice(0, -'.map'.length), { ...map, sources }];
  });
  return gzipSync(JSON.stringify(Object.fromEntries(archive)));
}

/** The S3 key of a build's archive. The CDK hashes a custom asset hash once more to get the key. */
export const archiveKeyOf = (build: string): string =>
  `${createHash('sha256').update(build).digest('hex')}.gz`;

/** Returns a function that replaces positions in bundles by positions in the sources, for example in a stack trace. */
export function readableStacks(archive: Buffer): (text: string) => string {
  const maps: Archive = JSON.parse(gunzipSync(archive).toString('utf8'));
  const opened: Record<string, SourceMap> = {};
  const mapOf = (file: string): SourceMap | undefined => {
    const map = Object.hasOwn(maps, file) ? maps[file] : undefined;
    if (map) opened[file] ??= new SourceMap(map);
    return opened[file];
  };
  return (text) =>
    text.replaceAll(DEPLOYED, (place, file: string, line: string, column: string) => {
      const entry = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1);
      if (!entry || !('originalSource' in entry)) return place;
      return `${entry.originalSource}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
    });
}
