import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { encodeForm } from '#shared/wire.ts';
import type { Outcome } from './write-log.ts';

/* A person's client, as the web app: it repeats what was not answered with the same Idempotency-Key. */

/** A request that was sent once. `status` is that of HTTP; `lost` if the client dropped it, `unreachable` if nobody answered. */
export type Sample = {
  readonly status: number | 'lost' | 'unreachable';
  readonly milliseconds: number;
};

export type Row = Readonly<Record<string, unknown>>;
type Body = Row & { readonly data?: readonly Row[]; readonly cursor?: string };
export type Answer = { readonly outcome: Outcome; readonly body: Body };

/** The settings and results that all clients of a run share. */
export type Network = {
  readonly url: string;
  readonly samples: Sample[];
  /** The share of writes whose reply is lost: the client drops the connection, and repeats the call. */
  lostShare: number;
};

type Fields = Readonly<Record<string, unknown>>;
type Asked = { readonly path: string; readonly init: RequestInit };

const GIVE_UP_MS = 90_000;
const PAUSE_MS = 250;
const LONGEST_DROP_MS = 300;
const NOTHING: Answer = { outcome: 'unanswered', body: {} };

export class Client {
  userId = '';
  #token: string | undefined;
  readonly #network: Network;

  constructor(
    network: Network,
    readonly username: string,
    readonly password: string,
  ) {
    this.#network = network;
  }

  get(operation: string, fields: Fields = {}): Promise<Answer> {
    return this.#settle(() => ({
      path: `/api/${operation}?${encodeForm(fields)}`,
      init: { headers: this.#authorization() },
    }));
  }

  /** Sends a write. All its repetitions have the same key. */
  post(operation: string, fields: Fields = {}): Promise<Answer> {
    const key = randomUUID();
    return this.#settle(() => this.#write(operation, fields, key), this.#network.lostShare);
  }

  /** Sends a read or a write once, whatever the answer is. */
  async once(method: 'GET' | 'POST', operation: string, fields: Fields = {}): Promise<number> {
    const { path, init } =
      method === 'POST'
        ? this.#write(operation, fields, randomUUID())
        : { path: `/api/${operation}`, init: { headers: this.#authorization() } };
    const answer = await this.#send({ path, init }, undefined);
    return answer?.status === 503 ? retryAfterOf(answer) : 0;
  }

  async signIn(): Promise<boolean> {
    const headers = { 'content-type': 'application/json' };
    const { username, password } = this;
    const body = JSON.stringify({ username, password });
    const answer = await this.#settle(() => ({
      path: '/authenticate',
      init: { method: 'POST', headers, body },
    }));
    this.keep(answer);
    return answer.outcome === 'acknowledged';
  }

  /** Keeps the access token and the user id of a response. */
  keep({ body }: Answer): void {
    if (typeof body.access_token === 'string') this.#token = body.access_token;
    if (typeof body.user_id === 'string') this.userId = body.user_id;
  }

  /** Reads or calls the control plane. */
  control(path: string, fields?: Fields): Promise<Answer> {
    const init = fields ? { method: 'POST', body: encodeForm(fields) } : {};
    return this.#settle(() => ({ path: `/_local/${path}`, init }));
  }

  /** Repeats a request until it is answered, for a minute and a half. */
  async #settle(asked: () => Asked, lostShare = 0): Promise<Answer> {
    const until = Date.now() + GIVE_UP_MS;
    let mayRefresh = true;
    while (Date.now() < until) {
      const isLost = Math.random() < lostShare;
      const drop = isLost ? Math.floor(Math.random() * LONGEST_DROP_MS) : undefined;
      const response = await this.#send(asked(), drop);
      if (!response) await pause(PAUSE_MS);
      else if (response.status === 503) await pause(retryAfterOf(response) * 1_000 || PAUSE_MS);
      else if (response.status === 500) return NOTHING;
      else if (response.status === 401 && this.#token && mayRefresh) {
        mayRefresh = false;
        this.#token = undefined;
        await this.signIn();
      } else return { outcome: response.ok ? 'acknowledged' : 'refused', body: response.body };
    }
    return NOTHING;
  }

  /** Undefined if there is no answer. `drop`: the milliseconds after which the client drops the connection. */
  async #send({ path, init }: Asked, drop: number | undefined) {
    const { url, samples } = this.#network;
    const began = performance.now();
    const signal = drop === undefined ? null : AbortSignal.timeout(drop);
    const sample = (status: Sample['status']) =>
      samples.push({ status, milliseconds: performance.now() - began });
    try {
      const response = await fetch(`${url}${path}`, { ...init, signal });
      const body = (await response.json()) as Body;
      sample(response.status);
      return { status: response.status, ok: response.ok, headers: response.headers, body };
    } catch {
      sample(signal?.aborted ? 'lost' : 'unreachable');
      return undefined;
    }
  }

  #write(operation: string, fields: Fields, key: string): Asked {
    return {
      path: `/api/${operation}`,
      init: {
        method: 'POST',
        body: encodeForm(fields),
        headers: {
          ...this.#authorization(),
          'content-type': 'application/x-www-form-urlencoded',
          'idempotency-key': key,
        },
      },
    };
  }

  #authorization(): Record<string, string> {
    return this.#token ? { authorization: `Bearer ${this.#token}` } : {};
  }
}

const retryAfterOf = ({ headers }: { readonly headers: Headers }) =>
  Number(headers.get('retry-after')) || 0;
