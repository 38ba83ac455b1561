import type { Server } from 'node:http';

/** Stops listening and ends every connection; resolves when all are closed. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
