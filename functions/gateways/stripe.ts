import Stripe from 'stripe';
import { Refusal } from '#shared/refusals.ts';
import { withSegment } from '../segments.ts';
import { timeLeft } from '../time-left.ts';
import { secret } from './secrets.ts';

/* The Stripe client, and the mapping of its errors. */

/** The timeout (ms) of one try. Banks take up to five seconds to confirm a payment. */
export const STRIPE_TIMEOUT = 7_000;
/** The number of retries. All of them end before a function times out: test/cloud/provider-timeouts.test.ts. */
export const STRIPE_RETRIES = 2;
/** The time (ms) that a function keeps for saving its state and returning UNAVAILABLE. */
const RESERVE = 4_000;

let kept: { readonly key: string; readonly base: string; readonly client: Stripe } | undefined;

/** The Stripe client. STRIPE_API_BASE sets another address, such as the emulator's. */
export async function stripe(): Promise<Stripe> {
  const { stripeSecretKey: key } = await secret('stripeKey');
  const base = process.env.STRIPE_API_BASE ?? '';
  if (kept?.key !== key || kept.base !== base)
    kept = { key, base, client: stripeClient(key, base) };
  return kept.client;
}

/** Creates a client with this key. An empty `base` means Stripe's own address. */
export function stripeClient(key: string, base: string): Stripe {
  const address = base ? new URL(base) : undefined;
  return new Stripe(key, {
    maxNetworkRetries: STRIPE_RETRIES,
    timeout: STRIPE_TIMEOUT,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(recordedFetch),
    ...(address && {
      host: address.hostname,
      port: address.port,
      protocol: address.protocol === 'https:' ? 'https' : 'http',
    }),
  });
}

/** `fetch` with a trace segment. It records the path only, because a query may contain people's input. */
const recordedFetch = (...[address, init]: Parameters<typeof fetch>): Promise<Response> =>
  withSegment(
    () => fetchInTime(address, init),
    (response) => {
      const { origin, pathname, hostname } = new URL(String(address));
      return {
        name: hostname,
        namespace: 'remote',
        http: {
          request: { method: init?.method ?? 'GET', url: origin + pathname },
          ...(response && { response: { status: response.status } }),
        },
      };
    },
  );

/**
 * `fetch` that ends before the running function times out, however long earlier requests took. It then returns an error
 * response in place of Stripe's, which the client does not retry.
 */
async function fetchInTime(...[address, init]: Parameters<typeof fetch>): Promise<Response> {
  const left = timeLeft() - RESERVE;
  if (left <= 0) return outOfTime();
  if (!Number.isFinite(left)) return fetch(address, init);
  const patience = AbortSignal.timeout(Math.ceil(left));
  const signals = [patience, ...(init?.signal ? [init.signal] : [])];
  try {
    return await fetch(address, { ...init, signal: AbortSignal.any(signals) });
  } catch (fault) {
    if (patience.aborted) return outOfTime();
    throw fault;
  }
}

const outOfTime = () =>
  Response.json(
    { error: { type: 'api_error', message: 'The payment provider didn’t answer in time.' } },
    { status: 503, headers: { 'stripe-should-retry': 'false' } },
  );

/** Calls Stripe, and throws UNAVAILABLE if it does not answer. */
export async function callStripe<Answer>(question: () => Promise<Answer>): Promise<Answer> {
  try {
    return await question();
  } catch (fault) {
    throw mappedError(fault);
  }
}

/**
 * Maps an error of Stripe: no response, or an error inside Stripe, becomes UNAVAILABLE. Any other error is a bug and is
 * returned unchanged.
 */
export function mappedError(fault: unknown): unknown {
  const { StripeConnectionError, StripeAPIError, StripeRateLimitError } = Stripe.errors;
  const silent =
    fault instanceof StripeConnectionError ||
    fault instanceof StripeAPIError ||
    fault instanceof StripeRateLimitError;
  return silent ? new Refusal('UNAVAILABLE') : fault;
}
