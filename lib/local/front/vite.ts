import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { join } from 'node:path';
import type { PublicSettings } from '#shared/settings.ts';
import { stageDocument } from '../../stage-document.ts';
import type { Shutdown } from '../shutdown.ts';
import type { Exchange } from './exchange.ts';

const WEB = join(import.meta.dirname, '../../../web');

/** The web app in development. */
export type Development = {
  readonly send: (exchange: Exchange) => void;
  /** The text of `index.html` as the browser gets it; undefined for any other file. */
  readonly textOf: (name: string) => Promise<string | undefined>;
  readonly isFile: (path: string) => boolean;
};

/** Starts Vite's development server inside ours: changes show at once. It sets no strict policy and no caching. */
export async function startVite(
  server: Server,
  settings: PublicSettings,
  shutdown: Shutdown,
): Promise<Development> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    configFile: join(WEB, 'vite.config.ts'),
    server: { middlewareMode: true, ws: { server }, proxy: {} },
    plugins: [
      { name: 'stage', transformIndexHtml: (document) => stageDocument(document, settings) },
    ],
    appType: 'spa',
    logLevel: 'warn',
    clearScreen: false,
  });
  shutdown.add(() => vite.close());
  return {
    send: ({ request, response }) => vite.middlewares(request, response),
    textOf: async (name) =>
      name === 'index.html'
        ? vite.transformIndexHtml('/', await readFile(join(WEB, name), 'utf8'))
        : undefined,
    isFile: (path) => existsSync(join(WEB, path)) || existsSync(join(WEB, 'public', path)),
  };
}
