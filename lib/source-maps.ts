import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

/*
 * The source maps of a build. Functions carry none, because they would make each cold start longer; they name their
 * build in every log line instead, and the maps of each build are kept beside its code.
 */

const ROOT = join(import.meta.dirname, '..');

/** Where Lambda puts the code of a function. */
const DEPLOYED = /(?:file:\/\/)?\/var\/task\/([\w./-]+\.mjs):(\d+):(\d+)/g;

type Map = ConstructorParameters<typeof SourceMap>[0];
type Archive = Readonly<Record<string, Map>>;

const filesIn = (directory: string, ending: string): readonly string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .sort();

/** The name of a build: the same for the same bundles, another when a byte of one differs. */
export function buildOf(bundles: string): string {
  const hash = createHash('sha256');
  for (const file of filesIn(bundles, '.mjs'))
    hash.update(`${file}\n`).update(readFileSync(join(bundles, file)));
  return hash.digest('hex').slice(0, 16);
}

/** The maps of all bundles in one file, without the text of the sources: the repository has that. */
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

/** The object of a build's archive in the CDK's bucket, which names what is given a hash of its own by the hash of that. */
export const archiveKeyOf = (build: string): string =>
  `${createHash('sha256').update(build).digest('hex')}.gz`;

/** Answers what replaces the places of bundles in a text, as in a stack, by those of the sources. */
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
