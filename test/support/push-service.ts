import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PushService, type PushServiceOptions } from '#lib/local/push/service.ts';

const PREFIX = '/push';

/** Starts an emulator of the browsers' push services on its own port. */
export async function startPushService(options: PushServiceOptions) {
  const service = new PushService(options);
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const answer = await service.answer(
      request,
      (request.url ?? '').slice(PREFIX.length),
      Buffer.concat(chunks),
    );
    response.writeHead(answer.status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${PREFIX}`;
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { service, stop };
}
