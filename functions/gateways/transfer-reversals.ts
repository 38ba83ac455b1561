import type Stripe from 'stripe';
import { callStripe } from './stripe.ts';

/** Finds the reversal of a transfer that was made under this name. Stops at it: the list is newest first. */
export const reversalOf = (
  client: Stripe,
  transferId: string,
  name: string,
): Promise<Stripe.TransferReversal | undefined> =>
  callStripe(async () => {
    for await (const one of client.transfers.listReversals(transferId, { limit: 100 }))
      if (one.metadata?.recovery === name) return one;
    return undefined;
  });
