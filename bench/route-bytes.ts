import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Weight } from './weight.ts';

/*
 * The gzipped JavaScript that a browser loads before a screen appears: the app itself, and the screen with its
 * imports.
 */

type Chunk = {
  readonly name?: string;
  readonly file: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
};
type Manifest = Readonly<Record<string, Chunk>>;

const SCREEN = /^src\/features\/([\w-]+)\/(?:pages\/(?:[\w-]+\/)*)?(\w+)\.tsx$/;

/**
 * Returns the size of each screen by `feature/Screen`, and of lazily loaded chunks (`later: RichTextSurface`), in
 * bytes after gzip. Each file is compressed by itself, as it is served. `directory`: a production build with its
 * manifest.
 */
export function routeWeights(directory: string): Record<string, Weight> {
  const manifest = JSON.parse(
    readFileSync(join(directory, '.vite/manifest.json'), 'utf8'),
  ) as Manifest;
  const app = follow(manifest, 'index.html');
  const weights: Record<string, Weight> = { 'the app itself': weigh(directory, manifest, app) };
  const later = new Set(Object.values(manifest).flatMap((chunk) => chunk.dynamicImports ?? []));
  // The app loads screens; screens load their rare parts.
  const byTheApp = new Set([...app].flatMap((chunk) => manifest[chunk]?.dynamicImports ?? []));
  for (const source of [...later].sort()) {
    const loaded = follow(manifest, source);
    const screen = byTheApp.has(source) ? SCREEN.exec(source) : undefined;
    if (screen)
      weights[`${screen[1]}/${screen[2]}`] = weigh(
        directory,
        manifest,
        new Set([...app, ...loaded]),
      );
    else {
      const own = new Set([...loaded].filter((chunk) => !app.has(chunk)));
      weights[`later: ${nameOf(manifest, source)}`] = weigh(directory, manifest, own);
    }
  }
  return weights;
}

/** Returns a chunk with all of its static imports, direct and indirect. */
function follow(manifest: Manifest, chunk: string, seen = new Set<string>()): Set<string> {
  if (seen.has(chunk)) return seen;
  seen.add(chunk);
  for (const imported of manifest[chunk]?.imports ?? []) follow(manifest, imported, seen);
  return seen;
}

function weigh(directory: string, manifest: Manifest, chunks: ReadonlySet<string>): Weight {
  const parts: Record<string, number> = {};
  for (const chunk of chunks) {
    const { file } = manifest[chunk] as Chunk;
    // Two chunks may have the same name.
    const size = gzipSync(readFileSync(join(directory, file)), { level: 9 }).length;
    const name = nameOf(manifest, chunk);
    parts[name] = (parts[name] ?? 0) + size;
  }
  const bytes = Object.values(parts).reduce((sum, size) => sum + size, 0);
  return { bytes, parts };
}

/** Returns a name of a chunk that is the same in every build. A shared chunk is named after its first module. */
function nameOf(manifest: Manifest, chunk: string): string {
  if (chunk === 'index.html') return 'main';
  const name = chunk.startsWith('_') ? (manifest[chunk]?.name ?? chunk) : chunk;
  return (name.split('/').at(-1) ?? name).replace(/\.\w+$/, '');
}
