import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CliError } from './cli-error.ts';

/* Which JavaScript files a browser loads before a screen appears, from the manifest of a build by Vite. */

type Chunk = { readonly file: string; readonly imports?: readonly string[] };
type Manifest = Readonly<Record<string, Chunk>>;

/**
 * Returns the files of the app itself, and with a screen (`chat/ChatViewer`) also those that the screen loads with it.
 * Parts that are fetched when something is opened are not among them. `directory`: a build of `buildWeb`. Throws a
 * CliError if there is no such screen.
 */
export function screenFiles(directory: string, screen?: string): string[] {
  const manifest: Manifest = JSON.parse(
    readFileSync(join(directory, '.vite/manifest.json'), 'utf8'),
  );
  const chunks = follow(manifest, 'index.html');
  if (screen !== undefined) follow(manifest, sourceOf(manifest, screen), chunks);
  return [...chunks].map((chunk) => join(directory, (manifest[chunk] as Chunk).file));
}

function sourceOf(manifest: Manifest, screen: string): string {
  const [area, name] = screen.split('/');
  const pattern = new RegExp(`^src/features/${area}/pages/(.*/)?${name}\\.tsx$`);
  const source = Object.keys(manifest).find((key) => pattern.test(key));
  if (source === undefined) throw new CliError(`There is no screen ${screen}.`);
  return source;
}

/** Adds a chunk and all of its static imports, direct and indirect. */
function follow(manifest: Manifest, chunk: string, seen = new Set<string>()): Set<string> {
  if (seen.has(chunk)) return seen;
  seen.add(chunk);
  for (const imported of manifest[chunk]?.imports ?? []) follow(manifest, imported, seen);
  return seen;
}
