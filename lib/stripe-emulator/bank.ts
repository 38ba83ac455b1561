import type Stripe from 'stripe';
import { latestCharge, refundable } from './charge.ts';
import { closeDispute, disputesOf, isOpen, openDispute } from './dispute.ts';
import { existingIntent } from './payment-intent.ts';
import { failRefund, refund } from './refund.ts';
import { refusedRequest } from './refusal.ts';
import type { World } from './world.ts';

/*
 * What happens to a payment that was taken without anybody in the product asking: the card holder turns to their bank,
 * the bank decides, an operator gives money back, a bank refuses that. For whoever wants to see it happen.
 */

export const BANK_ACTIONS = ['dispute', 'win', 'lose', 'refund', 'refuse'] as const;
export type BankAction = (typeof BANK_ACTIONS)[number];

/** A payment that was taken: what it is of, where it stands, and what may happen to it next. Amount in cents. */
export type TakenPayment = {
  readonly id: string;
  readonly amount: number;
  readonly created: number;
  /** Undefined for a month of a plan. */
  readonly conversationId: string | undefined;
  /** Who paid, as their customer says; undefined where it does not. */
  readonly userId: string | undefined;
  readonly stands: 'taken' | 'disputed' | 'won' | 'lost' | 'refunded' | 'refundFailed';
  readonly actions: readonly BankAction[];
};

const refundsOf = ({ books }: World, { id }: Stripe.Charge): Stripe.Refund[] =>
  books.all('refunds').filter(({ charge }) => charge === id);

function shown(world: World, intent: Stripe.PaymentIntent): TakenPayment | undefined {
  const charge = latestCharge(world, intent);
  if (!charge?.paid || !charge.captured) return undefined;
  const dispute = disputesOf(world, charge.id).at(-1);
  const refunds = refundsOf(world, charge);
  const isWhole = refundable(charge) === charge.amount_captured;
  const mayMove = refundable(charge) > 0 && (!dispute || dispute.status === 'won');
  const actions: readonly (BankAction | false)[] = [
    mayMove && isWhole && !dispute && 'dispute',
    dispute !== undefined && isOpen(dispute) && 'win',
    dispute !== undefined && isOpen(dispute) && 'lose',
    mayMove && 'refund',
    refunds.some(({ status }) => status === 'succeeded') && 'refuse',
  ];
  return {
    id: intent.id,
    amount: charge.amount_captured,
    created: charge.created,
    conversationId: intent.metadata.conversationId,
    userId: payerOf(world, intent),
    stands: standsAs(dispute, refunds.at(-1)),
    actions: actions.filter((action) => action !== false),
  };
}

function payerOf({ books }: World, { customer }: Stripe.PaymentIntent): string | undefined {
  const found = typeof customer === 'string' ? books.get('customers', customer) : undefined;
  return found && !found.deleted ? found.metadata.userId : undefined;
}

function standsAs(
  dispute: Stripe.Dispute | undefined,
  refunded: Stripe.Refund | undefined,
): TakenPayment['stands'] {
  if (dispute && isOpen(dispute)) return 'disputed';
  if (dispute?.status === 'lost') return 'lost';
  if (refunded) return refunded.status === 'failed' ? 'refundFailed' : 'refunded';
  return dispute?.status === 'won' ? 'won' : 'taken';
}

/** Every payment that was taken, the newest first. */
export const takenPayments = (world: World): TakenPayment[] =>
  world.books
    .all('paymentIntents')
    .reverse()
    .flatMap((intent) => shown(world, intent) ?? []);

/** Lets it happen to a payment; throws a Refusal where it cannot. */
export function actOn(world: World, intentId: string, action: BankAction): void {
  const intent = existingIntent(world, intentId);
  const charge = latestCharge(world, intent);
  const { actions = [] } = shown(world, intent) ?? {};
  if (!charge || !actions.includes(action)) throw refusedRequest('That cannot happen to it now.');
  const dispute = disputesOf(world, charge.id).at(-1);
  if (action === 'dispute') openDispute(world, charge);
  else if (action === 'refund') refund(world, charge, {});
  else if (action === 'refuse') {
    const last = refundsOf(world, charge).findLast(({ status }) => status === 'succeeded');
    if (last) failRefund(world, last);
  } else if (dispute) closeDispute(world, dispute, action === 'win' ? 'won' : 'lost');
}
