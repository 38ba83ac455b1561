import type Stripe from 'stripe';
import { moveBalance } from './balance-transaction.ts';
import { testCardNumbered } from './cards.ts';
import { type Context, seconds } from './context.ts';
import { NO_EVIDENCE } from './dispute-evidence.ts';
import { emitEvent } from './events.ts';
import { newId } from './ids.ts';
import { refusedRequest } from './refusal.ts';

/* Disputes (chargebacks): the bank withdraws the amount and a fee at once, and returns it if the dispute is won. */

/** Stripe's fee for a dispute, in cents. A won dispute does not return it. */
const DISPUTE_FEE = 1_500;

const OPEN: Stripe.Dispute['status'][] = [
  'warning_needs_response',
  'warning_under_review',
  'needs_response',
  'under_review',
];
export const isOpen = ({ status }: Stripe.Dispute): boolean => OPEN.includes(status);

export const disputesOf = ({ store }: Context, chargeId: string): Stripe.Dispute[] =>
  store.all('disputes').filter(({ charge }) => charge === chargeId);

/** The net amount that a dispute withdrew from the balance, fees included, in cents. */
export const withdrawnAmount = (dispute: Stripe.Dispute): number =>
  dispute.balance_transactions.reduce((sum, { net }) => sum - net, 0);

const moveDisputedAmount = (
  context: Context,
  { id, currency }: Pick<Stripe.Dispute, 'id' | 'currency'>,
  amount: number,
  fee: number,
): Stripe.BalanceTransaction =>
  moveBalance(context, {
    type: 'adjustment',
    amount,
    fee,
    currency,
    source: id,
    reportingCategory: amount < 0 ? 'dispute' : 'dispute_reversal',
  });

/**
 * Opens a dispute of a captured charge, for all of it or for `amount` in cents. That may exceed the charge, because banks
 * calculate in their own currency. An inquiry withdraws no money.
 */
export function openDispute(
  context: Context,
  charge: Stripe.Charge,
  how: { readonly amount?: number | undefined; readonly inquiry?: boolean | undefined } = {},
): Stripe.Dispute {
  if (!charge.captured || !charge.paid)
    throw refusedRequest(`Charge ${charge.id} was not captured, so it cannot be disputed.`);
  if (disputesOf(context, charge.id).some(isOpen))
    throw refusedRequest(`Charge ${charge.id} is disputed already.`);
  const id = newId.dispute();
  const amount = how.amount ?? charge.amount_captured;
  const { currency } = charge;
  const dispute: Stripe.Dispute = {
    id,
    object: 'dispute',
    amount,
    balance_transactions: how.inquiry
      ? []
      : [moveDisputedAmount(context, { id, currency }, -amount, DISPUTE_FEE)],
    charge: charge.id,
    created: seconds(context),
    currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: seconds(context) + 7 * 24 * 60 * 60,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: how.inquiry ?? false,
    livemode: false,
    metadata: {},
    network_reason_code: '10.4',
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: how.inquiry ? 'warning_needs_response' : 'needs_response',
  };
  context.store.put('disputes', id, dispute);
  context.store.put('charges', charge.id, { ...charge, disputed: true });
  emitEvent(context, 'charge.dispute.created', dispute);
  if (!how.inquiry) emitEvent(context, 'charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

/**
 * Closes a dispute: the withdrawn amount returns, or stays with the card holder. A lost dispute can still be won, when the
 * card holder withdraws it: https://support.stripe.com/questions/lost-dispute-faq
 */
export function closeDispute(
  context: Context,
  before: Stripe.Dispute,
  outcome: 'won' | 'lost',
): Stripe.Dispute {
  const isWithdrawn = before.status === 'lost' && outcome === 'won';
  if (!isOpen(before) && !isWithdrawn) throw refusedRequest('This dispute is already closed');
  const inquiry = before.balance_transactions.length === 0;
  const returned =
    outcome === 'won' && !inquiry ? [moveDisputedAmount(context, before, before.amount, 0)] : [];
  const closed: Stripe.Dispute = {
    ...before,
    status: inquiry ? 'warning_closed' : outcome,
    balance_transactions: [...before.balance_transactions, ...returned],
  };
  context.store.put('disputes', closed.id, closed);
  emitEvent(context, 'charge.dispute.closed', closed);
  if (returned.length > 0) emitEvent(context, 'charge.dispute.funds_reinstated', closed);
  return closed;
}

/** Opens the dispute of a captured charge whose test card causes one. */
export function openDisputeOfTestCard(context: Context, charge: Stripe.Charge): void {
  const held = charge.payment_method && context.store.get('cards', charge.payment_method);
  const { disputes } = held ? testCardNumbered(held.number) : {};
  if (disputes && charge.captured)
    openDispute(context, charge, { inquiry: disputes === 'inquiry' });
}
