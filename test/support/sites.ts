import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts the web sites of a world, on a port of their own. `pages`: HTML by host and path, `example.com/about`. */
export async function startSites() {
  const pages = new Map<string, string>();
  const server = createServer((request, response) => {
    const html = pages.get(request.url?.slice(1) ?? '');
    response.writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { pages, url, stop };
}
