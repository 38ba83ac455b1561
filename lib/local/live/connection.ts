import type { RawData, WebSocket } from 'ws';
import { type Authorize, isAuthorized, type SentHeaders } from './authorizer.ts';
import { readMessage, type ToServer } from './messages.ts';

/** The largest number of subscriptions of one connection. https://docs.aws.amazon.com/general/latest/gr/appsync.html */
const SUBSCRIPTIONS_MAX = 100;
/** One to five segments of letters, digits and hyphens; AppSync's wildcards are left out. */
const CHANNEL = /^(\/[A-Za-z0-9](?:[A-Za-z0-9-]{0,48}[A-Za-z0-9])?){1,5}$/;

type ConnectionParts = {
  readonly authorize: Authorize;
  readonly connectionTimeoutMs: number;
  /** Registers or removes a subscription where events are published. */
  readonly follow: (channel: string, connection: Connection) => void;
  readonly unfollow: (channel: string, connection: Connection) => void;
};

/**
 * One client's connection, with the messages of AppSync's protocol.
 * https://docs.aws.amazon.com/appsync/latest/eventapi/event-api-websocket-protocol.html
 */
export class Connection {
  readonly #socket: WebSocket;
  readonly #parts: ConnectionParts;
  /** The channel of each subscription, by the id that the client gave it. */
  readonly #channels = new Map<string, string>();
  /** The ids of subscriptions that are being authorized. */
  readonly #starting = new Set<string>();

  constructor(socket: WebSocket, parts: ConnectionParts) {
    this.#socket = socket;
    this.#parts = parts;
    socket.on('message', (data) => void this.#take(data));
    socket.on('close', () => this.#unfollowAll());
    // A socket that fails is closed, and `close` follows.
    socket.on('error', () => undefined);
  }

  keepAlive(): void {
    this.#send({ type: 'ka' });
  }

  /** Sends events that were published to a channel, to each subscription of it. */
  deliver(channel: string, events: readonly string[]): void {
    for (const [id, followed] of this.#channels)
      if (followed === channel) for (const event of events) this.#send({ type: 'data', id, event });
  }

  /** Cuts the connection without a closing handshake, as a lost network does. */
  cut(): void {
    this.#socket.terminate();
  }

  async #take(data: RawData): Promise<void> {
    const message = readMessage(data);
    switch (message?.type) {
      case 'connection_init':
        this.#send({
          type: 'connection_ack',
          connectionTimeoutMs: this.#parts.connectionTimeoutMs,
        });
        break;
      case 'subscribe':
        await this.#subscribe(message);
        break;
      case 'unsubscribe':
        this.#unsubscribe(message);
        break;
      case 'publish':
        this.#send(failed('publish_error', message.id, UNAUTHORIZED));
        break;
      default:
        this.#send({ type: 'error', errors: [UNSUPPORTED] });
    }
  }

  async #subscribe({ id, channel = '', authorization = {} }: ToServer): Promise<void> {
    const refused = await this.#refusalOf(id, channel, authorization);
    if (refused) this.#send(failed('subscribe_error', id, refused));
    else if (id !== undefined && this.#socket.readyState === this.#socket.OPEN) {
      this.#channels.set(id, channel);
      this.#parts.follow(channel, this);
      this.#send({ type: 'subscribe_success', id });
    }
  }

  async #refusalOf(
    id: string | undefined,
    channel: string,
    sent: SentHeaders,
  ): Promise<LiveError | undefined> {
    if (!id || !CHANNEL.test(channel)) return BAD_REQUEST;
    if (this.#channels.has(id) || this.#starting.has(id)) return DUPLICATE;
    if (this.#channels.size + this.#starting.size >= SUBSCRIPTIONS_MAX) return LIMIT;
    this.#starting.add(id);
    const allowed = await isAuthorized(this.#parts.authorize, 'EVENT_SUBSCRIBE', sent, channel);
    this.#starting.delete(id);
    return allowed ? undefined : UNAUTHORIZED;
  }

  #unsubscribe({ id = '' }: ToServer): void {
    const channel = this.#channels.get(id);
    if (channel === undefined) {
      this.#send(failed('unsubscribe_error', id, UNKNOWN_ID));
      return;
    }
    this.#channels.delete(id);
    if (![...this.#channels.values()].includes(channel)) this.#parts.unfollow(channel, this);
    this.#send({ type: 'unsubscribe_success', id });
  }

  #unfollowAll(): void {
    for (const channel of this.#channels.values()) this.#parts.unfollow(channel, this);
    this.#channels.clear();
  }

  #send(message: object): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify(message));
  }
}

type LiveError = { readonly errorType: string; readonly message: string };

export const UNAUTHORIZED: LiveError = {
  errorType: 'UnauthorizedException',
  message: 'You are not authorized to make this call.',
};
const BAD_REQUEST: LiveError = {
  errorType: 'BadRequestException',
  message: 'The id or the channel is not valid.',
};
const DUPLICATE: LiveError = {
  errorType: 'DuplicatedOperationError',
  message: 'There is a subscription with this id.',
};
const LIMIT: LiveError = {
  errorType: 'LimitExceededError',
  message: `A connection has at most ${SUBSCRIPTIONS_MAX} subscriptions.`,
};
const UNKNOWN_ID: LiveError = {
  errorType: 'UnknownOperationError',
  message: 'There is no subscription with this id.',
};
const UNSUPPORTED: LiveError = {
  errorType: 'UnsupportedOperation',
  message: 'This message is not supported through the realtime channel.',
};

const failed = (type: string, id: string | undefined, error: LiveError) => ({
  type,
  ...(id !== undefined && { id }),
  errors: [error],
});
