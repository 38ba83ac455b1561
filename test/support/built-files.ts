import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildWeb } from '#lib/local/builds.ts';
import { Shutdown } from '#lib/local/shutdown.ts';

type Manifest = Readonly<Record<string, { readonly file: string }>>;

/** The address of the built file of a module, whose name says nothing about it: `Orders.tsx` → `/assets/1a2b3c4d5e6f.js`. */
export async function builtFile(module: string): Promise<string> {
  const text = readFileSync(join(await buildWeb(new Shutdown()), '.vite/manifest.json'), 'utf8');
  const entries = Object.entries(JSON.parse(text) as Manifest);
  const [, found] = entries.find(([source]) => source.endsWith(`/${module}`)) ?? [];
  if (!found) throw new Error(`No file of its own is built of ${module}.`);
  return `/${found.file}`;
}
