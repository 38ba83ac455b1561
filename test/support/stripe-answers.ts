import { expect, jest, test } from '@jest/globals';

/* Stripe as a list of responses, for what the gateways make of each of them. */

/** An error response of Stripe. */
export type StripeError = {
  readonly status: number;
  readonly type: string;
  readonly code?: string;
  readonly param?: string;
  readonly message?: string;
};

/** A request that a gateway made, with its idempotency key. */
export type StripeRequest = { readonly request: string; readonly key: string | null };

/** The response to a request such as `POST /v1/refunds`: an object of Stripe, or an error. */
export type StripeAnswer = readonly [request: string, body: object | StripeError];

let clients = 0;

/**
 * Runs `work` while Stripe gives these responses, those to the same request in this order. Returns its result, or the error that it
 * throws, the requests that were not made, and those that were. Throws if another request is made.
 */
export async function withStripeAnswers<Result>(
  answers: readonly StripeAnswer[],
  work: () => Promise<Result>,
): Promise<{
  readonly result: Result | Error;
  readonly left: readonly string[];
  readonly sent: readonly StripeRequest[];
}> {
  const before = process.env.STRIPE_API_BASE;
  // A client is kept by its address, and the prices of plans by their client.
  clients += 1;
  process.env.STRIPE_API_BASE = `http://stripe-${clients}`;
  const realFetch = globalThis.fetch;
  const [left, unexpected] = [[...answers], [] as string[]];
  const sent: StripeRequest[] = [];
  const mocked = jest.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    const { hostname, pathname } = new URL(String(address));
    if (!/^stripe-|stripe\.com$/.test(hostname)) return realFetch(address, init);
    const made = `${init?.method} ${pathname}`;
    sent.push({ request: made, key: new Headers(init?.headers).get('idempotency-key') });
    const nth = left.findIndex(([request]) => request === made);
    const [answer] = nth < 0 ? [] : left.splice(nth, 1);
    if (!answer) unexpected.push(made);
    return responseOf(answer?.[1] ?? {});
  });
  try {
    const result = await work().catch((fault: Error) => fault);
    if (unexpected.length > 0) throw new Error(`unexpected requests: ${unexpected}`);
    return { result, left: left.map(([request]) => request), sent };
  } finally {
    mocked.mockRestore();
    process.env.STRIPE_API_BASE = before;
  }
}

function responseOf(body: object | StripeError): Response {
  if (!('status' in body) || typeof body.status !== 'number') return Response.json(body);
  const { status, ...error } = body as StripeError;
  return Response.json({ error }, { status, headers: { 'stripe-should-retry': 'false' } });
}

/** What a method of a gateway returns if Stripe gives these responses to its requests. */
export type GatewayCase = readonly [
  what: string,
  work: () => Promise<unknown>,
  answers: readonly StripeAnswer[],
  result: unknown,
];

/** Declares a test of each case. */
export const testGateway = (cases: readonly GatewayCase[]): void =>
  test.each(cases)('%s', async (_what, work, answers, expected) => {
    const { result, left } = await withStripeAnswers(answers, work);
    expect(result).toEqual(expected);
    expect(left).toEqual([]);
  });
