import { SECOND } from '#shared/time.ts';

/*
 * One WebSocket of AppSync's Event API.
 * https://docs.aws.amazon.com/appsync/latest/eventapi/event-api-websocket-protocol.html
 */

export type LiveAddress = {
  readonly url: string;
  /** The host that the authorization is for. */
  readonly host: string;
};

type SocketOptions = LiveAddress & {
  readonly token: string;
  /** Called with the text of each event. */
  readonly onEvent: (text: string) => void;
  /** Called on every message, keep-alives included. */
  readonly onMessage: () => void;
  /** Called once when the connection ends or fails, but not after `close`. */
  readonly onLost: () => void;
};

/** How long (ms) the server may take to answer. */
const ANSWER_TIMEOUT = 10 * SECOND;
const PROTOCOL = 'aws-appsync-event-ws';

type Waiting = {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
  readonly timer: ReturnType<typeof setTimeout>;
};

/** What the server sends; a message has some of these fields. */
type Message = {
  readonly type?: string;
  readonly id?: string;
  readonly event?: string | readonly string[];
  readonly connectionTimeoutMs?: number;
};

export class LiveSocket {
  readonly #options: SocketOptions;
  readonly #socket: WebSocket;
  /** By the id of a subscription; the acknowledgment of the connection is waited for under the empty id. */
  readonly #waiting = new Map<string, Waiting>();
  #lastId = 0;
  #timeout = ANSWER_TIMEOUT;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;

  /** Opens the connection. Throws where WebSockets are blocked. */
  constructor(options: SocketOptions) {
    this.#options = options;
    this.#socket = new WebSocket(absolute(options.url), [
      PROTOCOL,
      `header-${base64url(JSON.stringify(headersOf(options, options.token)))}`,
    ]);
    this.#socket.onopen = () => this.#send({ type: 'connection_init' });
    this.#socket.onmessage = ({ data }) => this.#take(data);
    this.#socket.onclose = () => this.#lose();
    this.#socket.onerror = () => this.#lose();
  }

  /** Resolves when the server has acknowledged the connection. */
  acknowledged(): Promise<void> {
    return this.#answerTo('');
  }

  /** Subscribes to a channel and returns the id of the subscription. Rejects if that is refused. */
  async subscribe(channel: string, token: string): Promise<string> {
    this.#lastId += 1;
    const id = String(this.#lastId);
    const answer = this.#answerTo(id);
    this.#send({ type: 'subscribe', id, channel, authorization: headersOf(this.#options, token) });
    await answer;
    return id;
  }

  unsubscribe(id: string): void {
    this.#send({ type: 'unsubscribe', id });
  }

  close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#silence);
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(new Error('the connection is closed'));
    }
    this.#waiting.clear();
    this.#socket.close();
  }

  #lose(): void {
    if (this.#isOver) return;
    this.close();
    this.#options.onLost();
  }

  #answerTo(id: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#lose(), ANSWER_TIMEOUT);
      this.#waiting.set(id, { resolve, reject, timer });
      if (this.#isOver) this.#settle(id, new Error('the connection is closed'));
    });
  }

  #settle(id: string, error?: Error): void {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id);
    clearTimeout(waiting.timer);
    if (error) waiting.reject(error);
    else waiting.resolve();
  }

  /** Handles a message of the server. A hint that ends as a `broadcast_error` is asked for within a minute, like every lost hint. */
  #take(data: unknown): void {
    if (this.#isOver) return;
    const message = read(data);
    if (message.type === 'connection_ack')
      this.#timeout = message.connectionTimeoutMs ?? this.#timeout;
    this.#awaitNext();
    if (message.type === 'connection_error') this.#lose();
    if (message.type === 'connection_ack') this.#settle('');
    if (message.type === 'subscribe_success') this.#settle(message.id ?? '');
    if (message.type === 'subscribe_error')
      this.#settle(message.id ?? '', new Error('the subscription was refused'));
    if (message.type === 'data')
      for (const text of [message.event ?? []].flat()) this.#options.onEvent(text);
    this.#options.onMessage();
  }

  /** Ends the connection if no message, such as a keep-alive, comes within the time that the server named. */
  #awaitNext(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#lose(), this.#timeout);
  }

  #send(message: object): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }
}

const headersOf = ({ host }: LiveAddress, token: string) => ({ host, Authorization: token });

/** The address of the WebSocket; a path is one of the page's own origin. */
function absolute(address: string): string {
  return new URL(address, window.location.href).href.replace(/^http/, 'ws');
}

function base64url(text: string): string {
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function read(data: unknown): Message {
  try {
    return (JSON.parse(String(data)) ?? {}) as Message;
  } catch {
    return {};
  }
}
