import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

type Kept = { readonly answer: APIGatewayProxyStructuredResultV2; readonly at: number };

/** The maximum number of cached responses; the oldest are dropped. */
const MOST = 200;

/**
 * Emulates the cache of CloudFront for the API: a response with `s-maxage` is sent for so many seconds to everybody who makes
 * the same request without signing in. Nothing else is cached: no refusals, no errors, and no responses to signed-in users.
 */
export class SharedCache {
  readonly #now: () => number;
  readonly #kept = new Map<string, Kept>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Returns the cached response to a request, with its age; undefined if the function has to be called. */
  find(request: SharedRequest): APIGatewayProxyStructuredResultV2 | undefined {
    const key = keyOf(request);
    const kept = key === undefined ? undefined : this.#kept.get(key);
    if (!kept) return undefined;
    // The absolute value, so that setting the clock back does not make a response look fresh.
    const age = Math.abs(this.#now() - kept.at) / 1_000;
    if (age >= sharedSeconds(kept.answer)) return undefined;
    const headers = { ...kept.answer.headers, age: String(Math.floor(age)) };
    return { ...kept.answer, headers };
  }

  keep(request: SharedRequest, answer: APIGatewayProxyStructuredResultV2): void {
    const key = keyOf(request);
    if (key === undefined || answer.statusCode !== 200 || sharedSeconds(answer) === 0) return;
    this.#kept.delete(key);
    this.#kept.set(key, { answer, at: this.#now() });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST && oldest !== undefined) this.#kept.delete(oldest);
  }
}

/** The part of a request that the cache key is made of. */
export type SharedRequest = {
  readonly method: string | undefined;
  /** The path with the query string. */
  readonly address: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
};

/** The cache key; undefined for a request that is never cached. */
function keyOf({ method, address, headers }: SharedRequest): string | undefined {
  if (method !== 'GET' || headers.authorization !== undefined) return undefined;
  return `${address} ${headers['accept-encoding'] ?? ''}`;
}

const sharedSeconds = ({ headers = {} }: APIGatewayProxyStructuredResultV2): number =>
  Number(/\bs-maxage=(\d+)/.exec(String(headers['cache-control'] ?? ''))?.[1] ?? 0);
