import Stripe from 'stripe';
import { Refusal } from '../../shared/refusals.ts';
import { secrets } from './secrets.ts';

/* The payment provider's own client, and what its errors mean to us. */

const TIMEOUT = 10_000;

let kept: { readonly key: string; readonly base: string; readonly client: Stripe } | undefined;

/** The provider's own client. STRIPE_API_BASE names another address than the real one. */
export async function stripe(): Promise<Stripe> {
  const { stripeSecretKey: key } = await secrets();
  const base = process.env.STRIPE_API_BASE ?? '';
  if (kept?.key !== key || kept.base !== base)
    kept = { key, base, client: stripeClient(key, base) };
  return kept.client;
}

/** A client with this key, for the real address where `base` is empty. */
export function stripeClient(key: string, base: string): Stripe {
  const address = base ? new URL(base) : undefined;
  return new Stripe(key, {
    maxNetworkRetries: 2,
    timeout: TIMEOUT,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient((...request: Parameters<typeof fetch>) =>
      fetch(...request),
    ),
    ...(address && {
      host: address.hostname,
      port: address.port,
      protocol: address.protocol === 'https:' ? 'https' : 'http',
    }),
  });
}

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
