import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

type Kept = { readonly answer: APIGatewayProxyStructuredResultV2; readonly at: number };

/** As many answers as are kept at once; the oldest make room. */
const MOST = 200;

/**
 * What CloudFront does between people and functions on one machine: an answer that says `s-maxage` is given to everybody
 * who asks the same without saying who they are, for so many seconds. Nothing else is kept: no refusal, no fault, nothing
 * that was said to somebody who is signed in.
 */
export class SharedCache {
  readonly #now: () => number;
  readonly #kept = new Map<string, Kept>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The answer that is kept for a request, with its age; undefined when the function has to be asked. */
  find(request: SharedRequest): APIGatewayProxyStructuredResultV2 | undefined {
    const key = keyOf(request);
    const kept = key === undefined ? undefined : this.#kept.get(key);
    if (!kept) return undefined;
    // A clock that was set back makes nothing young.
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

/** What of a request decides whether two are the same. */
export type SharedRequest = {
  readonly method: string | undefined;
  /** With its query. */
  readonly address: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
};

/** Undefined for what is never shared. */
function keyOf({ method, address, headers }: SharedRequest): string | undefined {
  if (method !== 'GET' || headers.authorization !== undefined) return undefined;
  return `${address} ${headers['accept-encoding'] ?? ''}`;
}

const sharedSeconds = ({ headers = {} }: APIGatewayProxyStructuredResultV2): number =>
  Number(/\bs-maxage=(\d+)/.exec(String(headers['cache-control'] ?? ''))?.[1] ?? 0);
