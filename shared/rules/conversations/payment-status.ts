import { type Cents, cents, minus, ZERO } from '../../money.ts';
import type { Instant } from '../../time.ts';
import type { DisputeState } from './conversations.ts';

/* What Stripe says about the payment of a conversation. apply-payment-status.ts says what follows from it. */

/** The status of a payment at Stripe, as far as the conversation's state machine needs it. */
export type PaymentStatus =
  | { readonly is: 'held'; readonly intentId: string; readonly captureBefore: Instant }
  /** `chargeSummary`: its refunds and disputes; absent if they were not read. */
  | { readonly is: 'charged'; readonly intentId: string; readonly chargeSummary?: ChargeSummary }
  | { readonly is: 'needsAction'; readonly intentId: string }
  | { readonly is: 'declined'; readonly intentId?: string }
  | { readonly is: 'released'; readonly intentId: string }
  | { readonly is: 'refunded'; readonly intentId: string; readonly chargeSummary?: ChargeSummary }
  /** Stripe has no payment for this conversation. */
  | { readonly is: 'none' };

/** The sums of all refunds and disputes of one payment at Stripe. Amounts in cents. */
export type ChargeSummary = {
  readonly received: Cents;
  readonly refunded: Cents;
  /** The part of `refunded` that was marked as fraudulent; absent if none was. */
  readonly fraudulent?: Cents;
  /** The amount that banks withdrew for disputes, less the amount reinstated. */
  readonly chargedBack: Cents;
  /** Stripe's fees for disputes. */
  readonly fees: Cents;
  /** The amount in open or lost disputes. */
  readonly disputed: Cents;
  readonly dispute?: DisputeState;
  /** The number of refunds that Stripe accepted and the card's bank refused; absent if none. */
  readonly refused?: number;
  /** Stripe refused to make a refund, because a bank has kept a part of the payment. */
  readonly stuck?: true;
};

/** The refunds and disputes of a captured payment, if the status includes them. */
export const chargeSummaryIn = (paymentStatus: PaymentStatus): ChargeSummary | undefined =>
  paymentStatus.is === 'charged' || paymentStatus.is === 'refunded'
    ? paymentStatus.chargeSummary
    : undefined;

/** The money state of a payment of which Stripe holds nothing any more: released, refunded or charged back. */
export function returnedState(paymentStatus: PaymentStatus): 'RELEASED' | 'REFUNDED' | undefined {
  if (paymentStatus.is === 'released') return 'RELEASED';
  if (paymentStatus.is === 'refunded') return 'REFUNDED';
  const chargeSummary = chargeSummaryIn(paymentStatus);
  return chargeSummary && refundableAmount(chargeSummary) === ZERO ? 'REFUNDED' : undefined;
}

/** The part of a payment that is still at Stripe and could be refunded. */
export const refundableAmount = ({ received, refunded, chargedBack }: ChargeSummary): Cents =>
  cents(Math.max(ZERO, received - refunded - chargedBack));

/** Whether nothing of a payment was refunded, and no dispute is open or lost. */
export const isIntact = ({ refunded, dispute }: ChargeSummary): boolean =>
  refunded === ZERO && (dispute === undefined || dispute === 'WON');

/** The loss of a payment: the part of the price that is gone, and the cost on top of it. */
export function lossOf(price: Cents, chargeSummary: ChargeSummary): { gone: Cents; cost: Cents } {
  const { received, refunded, chargedBack, fees } = chargeSummary;
  const left = refundableAmount(chargeSummary);
  return {
    gone: minus(price, left),
    cost: cents(left - (received - refunded - chargedBack - fees)),
  };
}
