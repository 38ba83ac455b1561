import type Stripe from 'stripe';
import { holdEnd, latestCharge } from './charge.ts';
import { type Context, earliest } from './context.ts';
import { cancelIntent } from './payment-intent-capture.ts';

function held(context: Context): { intent: Stripe.PaymentIntent; endsAt: number }[] {
  return context.store.all('paymentIntents').flatMap((intent) => {
    if (intent.status !== 'requires_capture') return [];
    const charge = latestCharge(context, intent);
    if (!charge) return [];
    const named = charge.payment_method_details?.card?.capture_before;
    return [{ intent, endsAt: (named ?? holdEnd(context, charge.created)) * 1000 }];
  });
}

/** When the next hold expires, in epoch milliseconds. */
export function nextHoldExpiry(context: Context): number | undefined {
  return earliest(held(context).map(({ endsAt }) => endsAt));
}

/** Cancels every PaymentIntent whose hold has expired. */
export function releaseExpiredHolds(context: Context): void {
  const over = held(context).filter(({ endsAt }) => endsAt <= context.now());
  for (const { intent } of over) cancelIntent(context, intent, 'automatic');
}
