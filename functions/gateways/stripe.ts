import Stripe from 'stripe';
import { Refusal } from '../../shared/refusals.ts';
import { withSegment } from '../segments.ts';
import { timeLeft } from '../time-left.ts';
import { secret } from './secrets.ts';

/* The payment provider's own client, and what its errors mean to us. */

/** Milliseconds that one try may take. Banks take up to five seconds to confirm a payment. */
export const STRIPE_TIMEOUT = 7_000;
/** Further tries of a question that was not answered. All of them end before a function does: test/cloud/provider-timeouts.test.ts. */
export const STRIPE_RETRIES = 2;
/** Milliseconds that a function keeps for itself, to write down how it stands and to say that the provider is silent. */
const RESERVE = 4_000;

let kept: { readonly key: string; readonly base: string; readonly client: Stripe } | undefined;

/** The provider's own client. STRIPE_API_BASE names another address than the real one. */
export async function stripe(): Promise<Stripe> {
  const { stripeSecretKey: key } = await secret('stripeKey');
  const base = process.env.STRIPE_API_BASE ?? '';
  if (kept?.key !== key || kept.base !== base)
    kept = { key, base, client: stripeClient(key, base) };
  return kept.client;
}

/** A client with this key, for the real address where `base` is empty. */
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

/** `fetch` with a segment in the trace; of the address only its path, since a query may hold what people typed. */
const recordedFetch = (...[address, init]: Parameters<typeof fetch>): Promise<Response> =>
  withSegment(
    () => fetchInTime(address, init),
    (response) => {
      const { origin, pathname, hostname } = new URL(String(address));
      return {
        ...{ name: hostname, namespace: 'remote' },
        http: {
          request: { method: init?.method ?? 'GET', url: origin + pathname },
          ...(response && { response: { status: response.status } }),
        },
      };
    },
  );

/**
 * `fetch` that gives up while the running function can still say so, however many questions hung before this one. It
 * answers in place of the provider then: an error that the client does not ask about again.
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
    { error: { type: 'api_error', message: 'The payment provider did not answer in time.' } },
    { status: 503, headers: { 'stripe-should-retry': 'false' } },
  );

/** Asks the provider; its silence is the refusal UNAVAILABLE. */
export async function asked<Answer>(question: () => Promise<Answer>): Promise<Answer> {
  try {
    return await question();
  } catch (fault) {
    throw mapped(fault);
  }
}

/** No answer, or a fault of the provider's own, is UNAVAILABLE; what it holds against us is our fault. */
export function mapped(fault: unknown): unknown {
  const { StripeConnectionError, StripeAPIError, StripeRateLimitError } = Stripe.errors;
  const silent =
    fault instanceof StripeConnectionError ||
    fault instanceof StripeAPIError ||
    fault instanceof StripeRateLimitError;
  return silent ? new Refusal('UNAVAILABLE') : fault;
}
