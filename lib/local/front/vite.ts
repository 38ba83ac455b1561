import type { Server } from 'node:http';
import { join } from 'node:path';
import type { Closing } from '../closing.ts';
import type { Visit } from './front.ts';

/** Vite's development server within our own: every change shows at once. No strict policy, no caching. */
export async function startVite(server: Server, closing: Closing): Promise<(visit: Visit) => void> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    configFile: join(import.meta.dirname, '../../../web/vite.config.ts'),
    server: { middlewareMode: true, ws: { server }, proxy: {} },
    appType: 'spa',
    logLevel: 'warn',
    clearScreen: false,
  });
  closing.add(() => vite.close());
  return ({ request, response }) => vite.middlewares(request, response);
}
