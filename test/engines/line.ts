import {
  createServer,
  type IncomingMessage,
  request as requestTo,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';

/*
 * The line between a phone and the product: an HTTP proxy, because only between them can a reply be lost, an upload stand still and a
 * connection break alike for every engine. It sees the requests to the product and to its storage, but not what is in a WebSocket.
 */

export type Line = {
  readonly port: number;
  /** Loses replies to POST requests whose address contains this: the server does its work, and the connection breaks instead. */
  losesReplies(address: string): void;
  /** Lets POST requests whose address contains this stand still, before the server has any of them. */
  holds(address: string): void;
  /** Breaks every connection, and each that is tried. */
  breaks(): void;
  /** Ends all of that. What stood still arrives, if its page still waits for it. */
  isGood(): void;
  /** How many replies were lost since the line was good. */
  lost(): number;
  close(): Promise<void>;
};

export async function openLine(): Promise<Line> {
  const sockets = new Set<Socket>();
  let losing: string | undefined;
  let holding: string | undefined;
  let isBroken = false;
  let lost = 0;
  let release = () => {};
  let released = Promise.resolve();

  const server = createServer((request, response) => {
    void forward(request, response).catch(() => request.socket.destroy());
  });
  server.on('connection', (socket) => keep(socket));
  // A WebSocket goes through a tunnel.
  server.on('connect', (request, client: Socket, head: Buffer) => {
    const { hostname, port } = new URL(`http://${request.url}`);
    const upstream = keep(connect(Number(port), hostname));
    upstream.once('connect', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.write(head);
      upstream.pipe(client).pipe(upstream);
    });
    for (const socket of [client, upstream])
      socket
        .once('close', () => [client, upstream].map((one) => one.destroy()))
        .on('error', () => {});
  });

  function keep(socket: Socket): Socket {
    if (isBroken) socket.destroy();
    sockets.add(socket);
    return socket.once('close', () => sockets.delete(socket)).on('error', () => {});
  }

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url = '', headers } = request;
    const concerns = (address: string | undefined) =>
      address !== undefined && method === 'POST' && url.includes(address);
    if (concerns(holding)) await released;
    const upstream = requestTo(url, { method, headers, agent: false });
    upstream.once('socket', keep);
    const arrived = new Promise<IncomingMessage>((resolve, reject) => {
      upstream.once('response', resolve).once('error', reject);
    });
    await Promise.all([pipeline(request, upstream), arrived]);
    const reply = await arrived;
    if (concerns(losing)) {
      await reply.resume().toArray();
      lost += 1;
      request.socket.destroy();
      return;
    }
    response.writeHead(reply.statusCode ?? 502, reply.headers);
    await pipeline(reply, response);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    losesReplies: (address) => {
      losing = address;
    },
    holds: (address) => {
      holding = address;
      released = new Promise((resolve) => {
        release = resolve;
      });
    },
    breaks: () => {
      isBroken = true;
      breakAll();
    },
    isGood: () => {
      [losing, holding, isBroken, lost] = [undefined, undefined, false, 0];
      release();
    },
    lost: () => lost,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      release();
      breakAll();
      await closed;
    },
  };
}
