import type Stripe from 'stripe';
import { latestCharge } from './charge.ts';
import { cancelIntent } from './payment-intent-end.ts';
import type { World } from './world.ts';

function held(world: World): { intent: Stripe.PaymentIntent; endsAt: number }[] {
  return world.books.all('paymentIntents').flatMap((intent) => {
    if (intent.status !== 'requires_capture') return [];
    const endsAt = latestCharge(world, intent)?.payment_method_details?.card?.capture_before;
    return endsAt === undefined ? [] : [{ intent, endsAt: endsAt * 1000 }];
  });
}

/** When the first of the holds lapses, in epoch milliseconds. */
export function nextHoldEnd(world: World): number | undefined {
  const ends = held(world).map(({ endsAt }) => endsAt);
  return ends.length > 0 ? Math.min(...ends) : undefined;
}

/** Lets every hold go whose time is over by the clock; nobody is charged. */
export function endHolds(world: World): void {
  const over = held(world).filter(({ endsAt }) => endsAt <= world.now());
  for (const { intent } of over) cancelIntent(world, intent, 'automatic');
}
