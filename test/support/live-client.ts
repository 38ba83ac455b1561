import { once } from 'node:events';
import { WebSocket } from 'ws';
import { until } from './until.ts';

/** A message of the server. */
type Message = { readonly type: string; readonly [name: string]: unknown };

/** A client of the WebSocket that sends exactly what a test says. */
export class LiveClient {
  /** Resolves when the connection has ended. */
  readonly closed: Promise<unknown>;
  readonly #socket: WebSocket;
  readonly #token: string;
  readonly #messages: Message[] = [];

  private constructor(socket: WebSocket, token: string, onMessage?: (message: Message) => void) {
    this.#socket = socket;
    this.#token = token;
    this.closed = new Promise((resolve) => socket.on('close', resolve));
    socket.on('message', (data) => {
      const message: Message = JSON.parse(String(data));
      onMessage?.(message);
      this.#messages.push(message);
    });
  }

  /** Connects with this token; without one, also without subprotocols. Rejects with the status of a refusal. */
  static async connect(
    url: string,
    token: string | undefined,
    onMessage?: (message: Message) => void,
  ): Promise<LiveClient> {
    const socket = new WebSocket(url, token === undefined ? [] : protocolsOf(token));
    const client = new LiveClient(socket, token ?? '', onMessage);
    await once(socket, 'open');
    return client;
  }

  send(message: object): void {
    this.#socket.send(JSON.stringify(message));
  }

  /** Removes and returns the next message of these types, and waits for it if necessary. */
  async next(...types: readonly string[]): Promise<Message> {
    const isWanted = ({ type }: Message) => types.includes(type);
    await until(() => this.#messages.some(isWanted), `a message ${types.join(' or ')}`);
    const [found] = this.#messages.splice(this.#messages.findIndex(isWanted), 1);
    return found as Message;
  }

  /** The messages of this type that were not taken yet. */
  received(type: string): readonly Message[] {
    return this.#messages.filter((message) => message.type === type);
  }

  /** Subscribes; rejects with the type of the error if that is refused. */
  async subscribe(id: string, channel: string, token = this.#token): Promise<void> {
    const authorization = { Authorization: token, host: 'localhost' };
    this.send({ type: 'subscribe', id, channel, authorization });
    const answer = await this.next('subscribe_success', 'subscribe_error');
    if (answer.type === 'subscribe_error') throw new Error(JSON.stringify(answer.errors));
  }

  close(): void {
    this.#socket.terminate();
  }
}

const protocolsOf = (token: string): string[] => {
  const headers = JSON.stringify({ host: 'localhost', Authorization: token });
  return ['aws-appsync-event-ws', `header-${Buffer.from(headers).toString('base64url')}`];
};
