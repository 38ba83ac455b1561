import type Stripe from 'stripe';
import { moveBalance } from './balance-transaction.ts';
import { testCardNumbered } from './cards.ts';
import { tell } from './events.ts';
import { newId } from './ids.ts';
import { refusedRequest } from './refusal.ts';
import { seconds, type World } from './world.ts';

/* What a card holder takes back through their bank: at once out of the account, with a fee, until somebody decides. */

/** What Stripe keeps for every dispute, in cents; it does not come back with one that is won. */
export const DISPUTE_FEE = 1_500;

const OPEN: Stripe.Dispute['status'][] = [
  'warning_needs_response',
  'warning_under_review',
  'needs_response',
  'under_review',
];
export const isOpen = ({ status }: Stripe.Dispute): boolean => OPEN.includes(status);

export const disputesOf = ({ books }: World, chargeId: string): Stripe.Dispute[] =>
  books.all('disputes').filter(({ charge }) => charge === chargeId);

/** What disputes moved out of the account, fees included, less what came back. In cents. */
export const withdrawn = (dispute: Stripe.Dispute): number =>
  dispute.balance_transactions.reduce((sum, { net }) => sum - net, 0);

const moved = (
  world: World,
  { id, currency }: Pick<Stripe.Dispute, 'id' | 'currency'>,
  amount: number,
  fee: number,
): Stripe.BalanceTransaction =>
  moveBalance(world, {
    type: 'adjustment',
    ...{ amount, fee, currency, source: id },
    reportingCategory: amount < 0 ? 'dispute' : 'dispute_reversal',
  });

/**
 * The card holder disputes a captured charge: all of it, or this amount in cents, which may be more (banks count in
 * their own currency). An inquiry takes no money.
 */
export function openDispute(
  world: World,
  charge: Stripe.Charge,
  how: { readonly amount?: number | undefined; readonly inquiry?: boolean | undefined } = {},
): Stripe.Dispute {
  if (!charge.captured || !charge.paid)
    throw refusedRequest(`Charge ${charge.id} was not captured, so it cannot be disputed.`);
  if (disputesOf(world, charge.id).some(isOpen))
    throw refusedRequest(`Charge ${charge.id} is disputed already.`);
  const id = newId.dispute();
  const amount = how.amount ?? charge.amount_captured;
  const { currency } = charge;
  const dispute = {
    id,
    object: 'dispute',
    amount,
    balance_transactions: how.inquiry ? [] : [moved(world, { id, currency }, -amount, DISPUTE_FEE)],
    charge: charge.id,
    created: seconds(world),
    currency,
    enhanced_eligibility_types: [],
    evidence_details: {
      due_by: seconds(world) + 7 * 24 * 60 * 60,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    intended_submission_method: null,
    is_charge_refundable: how.inquiry ?? false,
    livemode: false,
    metadata: {},
    network_reason_code: '10.4',
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: how.inquiry ? 'warning_needs_response' : 'needs_response',
  } as unknown as Stripe.Dispute;
  world.books.put('disputes', id, dispute);
  world.books.put('charges', charge.id, { ...charge, disputed: true });
  tell(world, 'charge.dispute.created', dispute);
  if (!how.inquiry) tell(world, 'charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

/**
 * The bank decides: what was withdrawn comes back, or stays with the card holder. A lost dispute can still be won, when the
 * card holder withdraws it: https://support.stripe.com/questions/lost-dispute-faq
 */
export function closeDispute(
  world: World,
  before: Stripe.Dispute,
  outcome: 'won' | 'lost',
): Stripe.Dispute {
  const isWithdrawn = before.status === 'lost' && outcome === 'won';
  if (!isOpen(before) && !isWithdrawn) throw refusedRequest('This dispute is already closed');
  const inquiry = before.balance_transactions.length === 0;
  const returned = outcome === 'won' && !inquiry ? [moved(world, before, before.amount, 0)] : [];
  const closed: Stripe.Dispute = {
    ...before,
    status: inquiry ? 'warning_closed' : outcome,
    balance_transactions: [...before.balance_transactions, ...returned],
  };
  world.books.put('disputes', closed.id, closed);
  tell(world, 'charge.dispute.closed', closed);
  if (returned.length > 0) tell(world, 'charge.dispute.funds_reinstated', closed);
  return closed;
}

/** Some test cards pay, and have every payment disputed as soon as it is taken. */
export function disputeIfItsCardDoes(world: World, charge: Stripe.Charge): void {
  const held = charge.payment_method && world.books.get('cards', charge.payment_method);
  const { disputes } = held ? testCardNumbered(held.number) : {};
  if (disputes && charge.captured) openDispute(world, charge, { inquiry: disputes === 'inquiry' });
}
