import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Deed } from '#lib/local/deeds/calls.ts';
import type { Connection } from '#lib/local/deeds/over-http.ts';
import { encodeForm } from '#shared/wire.ts';
import type { Outcome } from './write-log.ts';

/* The network between people and the product: it loses replies, and a client repeats what was not answered, as the web app does. */

/** A request that was sent once. `status` is that of HTTP; `lost` if the client dropped it, `unreachable` if nobody answered. */
export type Sample = {
  readonly status: number | 'lost' | 'unreachable';
  readonly milliseconds: number;
};

/** The settings and results that all clients of a run share. */
export type Network = {
  readonly url: string;
  readonly samples: Sample[];
  /** The share of writes whose reply is lost: the client drops the connection, and repeats the call. */
  lostShare: number;
};

type Fetch = NonNullable<Connection['fetch']>;

const GIVE_UP_MS = 90_000;
const PAUSE_MS = 250;
const LONGEST_DROP_MS = 300;
/** The header of a write, which all its repetitions have with the same value. */
const KEY = 'idempotency-key';

/** What became of a deed, and its result if it was acknowledged. An internal error counts as no answer. */
export async function outcomeOf<Result>(
  deed: Deed<Result>,
): Promise<{ readonly outcome: Outcome; readonly result?: Result }> {
  try {
    return { outcome: 'acknowledged', result: await deed };
  } catch {
    const http = await deed.response.then(
      (response) => response.http,
      () => undefined,
    );
    return { outcome: http === undefined || http === 500 ? 'unanswered' : 'refused' };
  }
}

/** Sends a request once. Throws if there is no answer. `drop`: the milliseconds after which the client drops the connection. */
export const sendingOnce =
  ({ samples }: Network, drop?: number): Fetch =>
  async (url, init) => {
    const began = performance.now();
    const signal = drop === undefined ? null : AbortSignal.timeout(drop);
    const sample = (status: Sample['status']) =>
      samples.push({ status, milliseconds: performance.now() - began });
    try {
      const response = await fetch(url, { ...init, signal });
      const body = await response.text();
      sample(response.status);
      return new Response(body, response);
    } catch (fault) {
      sample(signal?.aborted ? 'lost' : 'unreachable');
      throw fault;
    }
  };

/** Repeats a request until it is answered, for a minute and a half. Writes have a key, and a share of their replies is lost. */
export const repeating =
  (network: Network): Fetch =>
  async (url, init) => {
    const headers = new Headers(init.headers);
    const isWrite = init.method === 'POST' && url.startsWith(`${network.url}/api/`);
    if (isWrite) headers.set(KEY, randomUUID());
    const until = Date.now() + GIVE_UP_MS;
    while (Date.now() < until) {
      const isLost = isWrite && Math.random() < network.lostShare;
      const drop = isLost ? Math.floor(Math.random() * LONGEST_DROP_MS) : undefined;
      const response = await sendingOnce(network, drop)(url, { ...init, headers }).catch(
        () => undefined,
      );
      if (response && response.status !== 503) return response;
      await pause((response && secondsToWait(response) * 1_000) || PAUSE_MS);
    }
    throw new Error(`${url} was not answered`);
  };

/** How long a response asks the client to wait; 0 if it does not say. */
export const secondsToWait = ({ headers }: { readonly headers: Headers }) =>
  Number(headers.get('retry-after')) || 0;

/** Something that the control plane returns. */
export type Row = Readonly<Record<string, unknown>>;

/** Reads the control plane, or calls it with these fields. Throws if it refuses. */
export async function control(network: Network, path: string, fields?: Row) {
  const init = fields ? { method: 'POST', body: encodeForm(fields) } : {};
  const response = await repeating(network)(`${network.url}/_local/${path}`, init);
  const body = (await response.json()) as Row & { readonly data?: readonly Row[] };
  if (!response.ok) throw new Error(`/_local/${path}: ${JSON.stringify(body)}`);
  return body;
}
