import type Stripe from 'stripe';
import { latestCharge, refundable } from './charge.ts';
import type { Context } from './context.ts';
import { closeDispute, disputesOf, isOpen, openDispute } from './dispute.ts';
import { warnOfFraud } from './early-fraud-warning.ts';
import { existingIntent } from './payment-intent.ts';
import { failRefund, refund } from './refund.ts';
import { refusedRequest } from './refusal.ts';

/*
 * Changes of a captured payment that do not come from the application: the card holder disputes it, the bank warns of it, closes the
 * dispute, an operator refunds it in the dashboard, the bank refuses the refund.
 */

export const BANK_ACTIONS = ['dispute', 'warn', 'win', 'lose', 'refund', 'refuse'] as const;
export type BankAction = (typeof BANK_ACTIONS)[number];

/** A captured payment, its status and the actions that it allows. Amount in cents, times in Unix seconds. */
export type CapturedPayment = {
  /** The id of its PaymentIntent. */
  readonly id: string;
  readonly amount: number;
  readonly created: number;
  /** The metadata of its PaymentIntent. */
  readonly metadata: Stripe.Metadata;
  /** The metadata of its customer; empty without one. */
  readonly customerMetadata: Stripe.Metadata;
  readonly status: 'taken' | 'disputed' | 'won' | 'lost' | 'refunded' | 'refundFailed';
  readonly actions: readonly BankAction[];
};

const refundsOf = ({ store }: Context, { id }: Stripe.Charge): Stripe.Refund[] =>
  store.all('refunds').filter(({ charge }) => charge === id);

function shown(context: Context, intent: Stripe.PaymentIntent): CapturedPayment | undefined {
  const charge = latestCharge(context, intent);
  if (!charge?.paid || !charge.captured) return undefined;
  const dispute = disputesOf(context, charge.id).at(-1);
  const refunds = refundsOf(context, charge);
  const isWhole = refundable(charge) === charge.amount_captured;
  const mayMove = refundable(charge) > 0 && (!dispute || dispute.status === 'won');
  const actions: readonly (BankAction | false)[] = [
    mayMove && isWhole && !dispute && 'dispute',
    mayMove && isWhole && !dispute && 'warn',
    dispute !== undefined && isOpen(dispute) && 'win',
    dispute !== undefined && isOpen(dispute) && 'lose',
    mayMove && 'refund',
    refunds.some(({ status }) => status === 'succeeded') && 'refuse',
  ];
  return {
    id: intent.id,
    amount: charge.amount_captured,
    created: charge.created,
    metadata: intent.metadata,
    customerMetadata: customerMetadataOf(context, intent),
    status: statusOf(dispute, refunds.at(-1)),
    actions: actions.filter((action) => action !== false),
  };
}

function customerMetadataOf({ store }: Context, { customer }: Stripe.PaymentIntent) {
  const found = typeof customer === 'string' ? store.get('customers', customer) : undefined;
  return found && !found.deleted ? found.metadata : {};
}

function statusOf(
  dispute: Stripe.Dispute | undefined,
  refunded: Stripe.Refund | undefined,
): CapturedPayment['status'] {
  if (dispute && isOpen(dispute)) return 'disputed';
  if (dispute?.status === 'lost') return 'lost';
  if (refunded) return refunded.status === 'failed' ? 'refundFailed' : 'refunded';
  return dispute?.status === 'won' ? 'won' : 'taken';
}

/** Every captured payment, newest first. */
export const capturedPayments = (context: Context): CapturedPayment[] =>
  context.store
    .all('paymentIntents')
    .reverse()
    .flatMap((intent) => shown(context, intent) ?? []);

/** Performs an action on a payment. Throws a Refusal if the payment does not allow it. */
export function performBankAction(context: Context, intentId: string, action: BankAction): void {
  const intent = existingIntent(context, intentId);
  const charge = latestCharge(context, intent);
  const { actions = [] } = shown(context, intent) ?? {};
  if (!charge || !actions.includes(action)) throw refusedRequest('That cannot happen to it now.');
  const dispute = disputesOf(context, charge.id).at(-1);
  if (action === 'dispute') openDispute(context, charge);
  else if (action === 'warn') warnOfFraud(context, charge);
  else if (action === 'refund') refund(context, charge, {});
  else if (action === 'refuse') {
    const last = refundsOf(context, charge).findLast(({ status }) => status === 'succeeded');
    if (last) failRefund(context, last);
  } else if (dispute) closeDispute(context, dispute, action === 'win' ? 'won' : 'lost');
}

/** Lets the banks of all cards of a customer decline every charge from now on. */
export function declineCards({ store }: Context, customerId: string): void {
  for (const { id, customer } of store.all('paymentMethods')) {
    const held = customer === customerId ? store.get('cards', id) : undefined;
    if (held) store.put('cards', id, { ...held, declined: true });
  }
}
