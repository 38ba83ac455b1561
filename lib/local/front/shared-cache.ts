import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

type CachedResponse = { readonly answer: APIGatewayProxyStructuredResultV2; readonly at: number };

/** The maximum number of cached responses; the oldest are dropped. */
const MAX_RESPONSES = 200;

/**
 * Emulates the cache of CloudFront for the API: a response with `s-maxage` is sent for so many seconds to everybody who makes
 * the same request without signing in. Nothing else is cached: no refusals, no errors, and no responses to signed-in users.
 */
export class SharedCache {
  readonly #now: () => number;
  readonly #responses = new Map<string, CachedResponse>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Returns the cached response to a request, with its age; undefined if the function has to be called. */
  find(request: SharedRequest): APIGatewayProxyStructuredResultV2 | undefined {
    const key = keyOf(request);
    const cached = key === undefined ? undefined : this.#responses.get(key);
    if (!cached) return undefined;
    // The absolute value, so that setting the clock back does not make a response look fresh.
    const age = Math.abs(this.#now() - cached.at) / 1_000;
    if (age >= sharedSeconds(cached.answer)) return undefined;
    const headers = { ...cached.answer.headers, age: String(Math.floor(age)) };
    return { ...cached.answer, headers };
  }

  keep(request: SharedRequest, answer: APIGatewayProxyStructuredResultV2): void {
    const key = keyOf(request);
    if (key === undefined || answer.statusCode !== 200 || sharedSeconds(answer) === 0) return;
    this.#responses.delete(key);
    this.#responses.set(key, { answer, at: this.#now() });
    const [oldest] = this.#responses.keys();
    if (this.#responses.size > MAX_RESPONSES && oldest !== undefined)
      this.#responses.delete(oldest);
  }
}

/** The part of a request that the cache key is made of. */
type SharedRequest = {
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
