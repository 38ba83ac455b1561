import type Stripe from 'stripe';
import { moveBalance } from './balance-transaction.ts';
import { testCardNumbered } from './cards.ts';
import { refundable } from './charge.ts';
import { tell } from './events.ts';
import { newId } from './ids.ts';
import { withMetadata } from './params.ts';
import { refusedRequest } from './refusal.ts';
import { seconds, type World } from './world.ts';

/* Money on its way back to a card. It counts as given at once; a bank that cannot take it says so later. */

type RefundParams = {
  readonly amount?: number | undefined;
  readonly reason?: Stripe.RefundCreateParams.Reason | undefined;
  readonly metadata?: Parameters<typeof withMetadata>[1];
};

/** Gives back what is left of a captured charge, or this amount of it. */
export function refund(world: World, charge: Stripe.Charge, params: RefundParams): Stripe.Refund {
  const amount = params.amount ?? refundable(charge);
  const id = newId.refund();
  const given = world.books.put('refunds', id, {
    id,
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: seconds(world),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: {
      type: 'card',
      card: {
        reference_status: 'pending',
        reference_type: 'acquirer_reference_number',
        type: 'refund',
      },
    },
    metadata: withMetadata(null, params.metadata),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: params.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  });
  const amountRefunded = charge.amount_refunded + amount;
  const lessened = {
    ...charge,
    amount_refunded: amountRefunded,
    refunded: amountRefunded === charge.amount_captured,
  };
  world.books.put('charges', charge.id, lessened);
  const { currency } = charge;
  moveBalance(world, {
    type: 'refund',
    ...{ amount: -amount, currency, source: id, reportingCategory: 'refund' },
  });
  tell(world, 'refund.created', given);
  tell(world, 'charge.refunded', lessened, {
    amount_refunded: charge.amount_refunded,
    refunded: charge.refunded,
  });
  return given;
}

/** What a refund took out of the account, in cents: nothing, once it has failed. */
export const takenBy = ({ status, amount }: Stripe.Refund): number =>
  status === 'failed' ? 0 : amount;

/** The bank behind the card cannot take it: it stands in the account again. */
export function failRefund(world: World, before: Stripe.Refund): Stripe.Refund {
  const charge = typeof before.charge === 'string' && world.books.get('charges', before.charge);
  if (before.status !== 'succeeded' || !charge)
    throw refusedRequest(`Refund ${before.id} is not on its way any more.`);
  const { id: source, amount, currency } = before;
  const back = moveBalance(world, {
    type: 'refund_failure',
    ...{ amount, currency, source, reportingCategory: 'refund_failure' },
  });
  const failed: Stripe.Refund = {
    ...before,
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
    failure_balance_transaction: back.id,
  };
  world.books.put('refunds', failed.id, failed);
  const amountRefunded = charge.amount_refunded - before.amount;
  world.books.put('charges', charge.id, {
    ...charge,
    amount_refunded: amountRefunded,
    refunded: false,
  });
  const previous = { status: before.status };
  tell(world, 'refund.updated', failed, previous);
  tell(world, 'charge.refund.updated', failed, previous);
  tell(world, 'refund.failed', failed);
  return failed;
}

/** How long the bank of a card that takes no refund needs to say so. */
const FAILS_AFTER_SECONDS = 24 * 60 * 60;

function doomed(world: World): { refund: Stripe.Refund; failsAt: number }[] {
  return world.books.all('refunds').flatMap((one) => {
    const method = typeof one.payment_method === 'string' ? one.payment_method : '';
    const held = one.status === 'succeeded' ? world.books.get('cards', method) : undefined;
    if (!held || !testCardNumbered(held.number).refusesRefunds) return [];
    return [{ refund: one, failsAt: (one.created + FAILS_AFTER_SECONDS) * 1000 }];
  });
}

/** When the next refund fails by itself, in epoch milliseconds. */
export function nextRefundEnd(world: World): number | undefined {
  const ends = doomed(world).map(({ failsAt }) => failsAt);
  return ends.length > 0 ? Math.min(...ends) : undefined;
}

/** Fails every refund whose bank has said so by now. */
export function endRefunds(world: World): void {
  for (const { refund: one, failsAt } of doomed(world))
    if (failsAt <= world.now()) failRefund(world, one);
}
