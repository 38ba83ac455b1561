import type Stripe from 'stripe';
import { moveBalance } from './balance-transaction.ts';
import { testCardNumbered } from './cards.ts';
import { refundable } from './charge.ts';
import { type Context, earliest, seconds } from './context.ts';
import { emitEvent } from './events.ts';
import { newId } from './ids.ts';
import { withMetadata } from './params.ts';
import { refusedRequest } from './refusal.ts';

/* Refunds succeed at once; a bank may refuse one later. */

type RefundParams = {
  readonly amount?: number | undefined;
  readonly reason?: Stripe.RefundCreateParams.Reason | undefined;
  readonly metadata?: Parameters<typeof withMetadata>[1];
};

/** Refunds a captured charge: the whole remaining amount, or `amount` in cents. */
export function refund(
  context: Context,
  charge: Stripe.Charge,
  params: RefundParams,
): Stripe.Refund {
  const amount = params.amount ?? refundable(charge);
  const id = newId.refund();
  const given = context.store.put('refunds', id, {
    id,
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: seconds(context),
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
  context.store.put('charges', charge.id, lessened);
  const { currency } = charge;
  moveBalance(context, {
    type: 'refund',
    amount: -amount,
    currency,
    source: id,
    reportingCategory: 'refund',
  });
  emitEvent(context, 'refund.created', given);
  emitEvent(context, 'charge.refunded', lessened, {
    amount_refunded: charge.amount_refunded,
    refunded: charge.refunded,
  });
  return given;
}

/** The amount that a refund took from the balance, in cents: zero once it has failed. */
export const refundedAmount = ({ status, amount }: Stripe.Refund): number =>
  status === 'failed' ? 0 : amount;

/** Fails a refund: its amount returns to the balance. */
export function failRefund(context: Context, before: Stripe.Refund): Stripe.Refund {
  const charge = typeof before.charge === 'string' && context.store.get('charges', before.charge);
  if (before.status !== 'succeeded' || !charge)
    throw refusedRequest(`Refund ${before.id} is not on its way any more.`);
  const { id: source, amount, currency } = before;
  const back = moveBalance(context, {
    type: 'refund_failure',
    amount,
    currency,
    source,
    reportingCategory: 'refund_failure',
  });
  const failed: Stripe.Refund = {
    ...before,
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
    failure_balance_transaction: back.id,
  };
  context.store.put('refunds', failed.id, failed);
  const amountRefunded = charge.amount_refunded - before.amount;
  context.store.put('charges', charge.id, {
    ...charge,
    amount_refunded: amountRefunded,
    refunded: false,
  });
  const previous = { status: before.status };
  emitEvent(context, 'refund.updated', failed, previous);
  emitEvent(context, 'charge.refund.updated', failed, previous);
  emitEvent(context, 'refund.failed', failed);
  return failed;
}

/** How long it takes until the refund to a test card that refuses refunds fails. */
const FAILS_AFTER_SECONDS = 24 * 60 * 60;

function failingRefunds(context: Context): { refund: Stripe.Refund; failsAt: number }[] {
  return context.store.all('refunds').flatMap((one) => {
    const method = typeof one.payment_method === 'string' ? one.payment_method : '';
    const held = one.status === 'succeeded' ? context.store.get('cards', method) : undefined;
    if (!held || !testCardNumbered(held.number).refusesRefunds) return [];
    return [{ refund: one, failsAt: (one.created + FAILS_AFTER_SECONDS) * 1000 }];
  });
}

/** When the next refund fails, in epoch milliseconds. */
export function nextRefundFailure(context: Context): number | undefined {
  return earliest(failingRefunds(context).map(({ failsAt }) => failsAt));
}

/** Fails every refund that is due to fail. */
export function failDueRefunds(context: Context): void {
  for (const { refund: one, failsAt } of failingRefunds(context))
    if (failsAt <= context.now()) failRefund(context, one);
}
