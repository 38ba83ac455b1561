import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { type Authorize, isAuthorized } from './authorizer.ts';
import { Connection, UNAUTHORIZED } from './connection.ts';
import { headersOf, LIVE_PROTOCOL } from './messages.ts';

/** The path of the WebSocket, as AppSync has it. */
export const LIVE_PATH = '/event/realtime';
/** How often (ms) a connection gets a keep-alive, and after how long without one the client gives up, as in AppSync. */
const KEEP_ALIVE_EVERY = 60_000;
const CONNECTION_TIMEOUT = 300_000;
/** The longest message of a client in bytes, as in AppSync. */
const MESSAGE_MAX = 240 * 1024;

export type LiveOptions = {
  readonly authorize: Authorize;
  readonly keepAliveEvery?: number;
  readonly connectionTimeoutMs?: number;
};

/** Emulates the WebSocket of an AppSync Event API on an HTTP server: subscriptions of clients, and what is published to them. */
export class LiveServer {
  readonly #sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MESSAGE_MAX,
    handleProtocols: () => LIVE_PROTOCOL,
  });
  readonly #connections = new Set<Connection>();
  readonly #followers = new Map<string, Set<Connection>>();
  readonly #options: LiveOptions;
  readonly #keepAlive: NodeJS.Timeout;

  constructor(options: LiveOptions) {
    this.#options = options;
    this.#keepAlive = setInterval(() => {
      for (const connection of this.#connections) connection.keepAlive();
    }, options.keepAliveEvery ?? KEEP_ALIVE_EVERY);
    this.#keepAlive.unref();
  }

  /** Serves the WebSocket on a server. `sharesUpgrades`: somebody else answers upgrades of other paths, which are refused otherwise. */
  listen(server: Server, { sharesUpgrades }: { sharesUpgrades: boolean }): void {
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      if (pathOf(request) === LIVE_PATH) void this.#upgrade(request, socket, head);
      else if (!sharesUpgrades) refuse(socket, '404 Not Found', {});
    });
  }

  get connectionCount(): number {
    return this.#connections.size;
  }

  /** Sends events to the subscriptions of a channel. */
  publish(channel: string, events: readonly string[]): void {
    for (const connection of this.#followers.get(channel) ?? [])
      connection.deliver(channel, events);
  }

  /** Cuts every connection; clients connect again. Returns how many there were. */
  cut(): number {
    const cut = this.#connections.size;
    for (const connection of this.#connections) connection.cut();
    return cut;
  }

  close(): void {
    clearInterval(this.#keepAlive);
    this.cut();
    this.#sockets.close();
  }

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    // The client may go away while the authorizer runs.
    const ignore = () => undefined;
    socket.on('error', ignore);
    const sent = headersOf(request.headers['sec-websocket-protocol']);
    if (!sent) {
      refuse(socket, '400 Bad Request', NO_PROTOCOL);
      return;
    }
    if (!(await isAuthorized(this.#options.authorize, 'EVENT_CONNECT', sent))) {
      refuse(socket, '401 Unauthorized', { errors: [UNAUTHORIZED] });
      return;
    }
    if (socket.destroyed) return;
    socket.off('error', ignore);
    this.#sockets.handleUpgrade(request, socket, head, (open) => {
      const connection = new Connection(open, {
        authorize: this.#options.authorize,
        connectionTimeoutMs: this.#options.connectionTimeoutMs ?? CONNECTION_TIMEOUT,
        follow: (channel, follower) => this.#follow(channel, follower),
        unfollow: (channel, follower) => this.#unfollow(channel, follower),
      });
      this.#connections.add(connection);
      open.on('close', () => this.#connections.delete(connection));
    });
  }

  #follow(channel: string, connection: Connection): void {
    const followers = this.#followers.get(channel) ?? new Set();
    this.#followers.set(channel, followers.add(connection));
  }

  #unfollow(channel: string, connection: Connection): void {
    const followers = this.#followers.get(channel);
    followers?.delete(connection);
    if (followers?.size === 0) this.#followers.delete(channel);
  }
}

const NO_PROTOCOL = {
  errors: [{ errorType: 'BadRequestException', message: 'The subprotocols are missing.' }],
};

const pathOf = ({ url = '' }: IncomingMessage): string => url.split('?')[0] ?? '';

function refuse(socket: Duplex, status: string, answer: object): void {
  const body = JSON.stringify(answer);
  socket.end(
    [
      `HTTP/1.1 ${status}`,
      'connection: close',
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  );
}
