import type Stripe from 'stripe';
import { type Invariant, posted, type Snapshot } from './snapshot.ts';

/* Invariants of plans: an account matches its subscription, each paid month is booked, and a referral earns once. */

const ACTIVE_STATUSES = ['active', 'past_due', 'trialing'];

export const plansMatchSubscriptions: Invariant = (state) =>
  state.users.flatMap(({ id, licenseId, membership }) => {
    const theirs = state.subscriptions.filter(({ metadata }) => metadata.userId === id);
    const active = theirs.filter(({ status }) => ACTIVE_STATUSES.includes(status));
    const [one] = active;
    const planInSubscription = one?.items.data[0]?.price.metadata.plan;
    return [
      ...(active.length > 1 ? [`${id} pays for ${active.length} plans`] : []),
      ...(one && licenseId !== planInSubscription
        ? [`${id} pays for ${planInSubscription} and is on ${licenseId}`]
        : []),
      ...(one && membership?.subscriptionId !== one.id ? [`${id} does not know its plan`] : []),
      ...(one && membership && membership.ending !== one.cancel_at_period_end
        ? [`whether the plan of ${id} ends: it says ${membership.ending}`]
        : []),
      ...(!one && membership ? [`${id} is on ${licenseId}, and nobody pays for it`] : []),
    ];
  });

/** Whether an invoice is for a first or repeated paid month; upgrades do not count. */
const isMonth = ({ billing_reason: reason, status, amount_paid: paid }: Stripe.Invoice) =>
  status === 'paid' &&
  paid > 0 &&
  (reason === 'subscription_create' || reason === 'subscription_cycle');

function secondMonth(state: Snapshot, userId: string): Stripe.Invoice | undefined {
  return state.invoices
    .filter(
      (invoice) =>
        invoice.parent?.subscription_details?.metadata?.userId === userId && isMonth(invoice),
    )
    .sort(
      (one, other) =>
        (one.status_transitions.paid_at ?? 0) - (other.status_transitions.paid_at ?? 0),
    )[1];
}

const BONUS = 100;

/**
 * The inviter earns one dollar for the second month that was paid and not refunded, and nothing else. One whose account is deleted
 * by then earns nothing.
 */
export const referralsEarnOnce: Invariant = (state) =>
  state.users.flatMap((user) => {
    const { id, invitedByUserId } = user;
    const of = ({ cause }: { cause: string }) => {
      const [step = '', whose] = cause.split(':');
      return step.startsWith('referral') && whose === id;
    };
    const given = invitedByUserId ? posted(state, `user:${invitedByUserId}`, of) : 0;
    const all = -posted(state, 'platform:referrals', of);
    const second = secondMonth(state, id);
    const whole = second !== undefined && isFullyPaid(state, second);
    const wanted = whole && invitedByUserId && invitedByUserId !== id ? BONUS : 0;
    if (given + all !== given * 2 && given !== -all && given !== all)
      return [`the bonus for ${id} went to somebody else`];
    // A bonus that was paid out to the inviter's bank is not claimed back.
    const kept = wanted === 0 && second !== undefined && given === BONUS;
    const inviter = state.users.find((one) => one.id === invitedByUserId);
    const isGone = given === 0 && inviter?.deletedAt !== undefined;
    return given === wanted || kept || isGone
      ? []
      : [`the bonus for ${id} is ${given}, not ${wanted} cents`];
  });

function isFullyPaid(state: Snapshot, { id }: Stripe.Invoice): boolean {
  const payment = state.world.stripe.all('invoicePayments').find(({ invoice }) => invoice === id);
  const intent = state.intents.find((one) => one.id === payment?.payment.payment_intent);
  const charge = intent && state.charges.get(String(intent.latest_charge));
  if (!charge || charge.amount_refunded > 0) return false;
  return state.disputes
    .filter((dispute) => dispute.charge === charge.id)
    .every(({ status }) => status === 'won' || status.startsWith('warning'));
}
