import type Stripe from 'stripe';
import { type Invariant, posted, type View } from './view.ts';

/* Plans: an account says what its subscription says, each paid month is booked, an invitation earns once. */

const ALIVE = ['active', 'past_due', 'trialing'];

export const plansAreTrue: Invariant = (view) =>
  view.users.flatMap(({ id, licenseId, membership }) => {
    const theirs = view.subscriptions.filter(({ metadata }) => metadata.userId === id);
    const alive = theirs.filter(({ status }) => ALIVE.includes(status));
    const [one] = alive;
    const says = one?.items.data[0]?.price.metadata.plan;
    return [
      ...(alive.length > 1 ? [`${id} pays for ${alive.length} plans`] : []),
      ...(one && licenseId !== says ? [`${id} pays for ${says} and is on ${licenseId}`] : []),
      ...(one && membership?.subscriptionId !== one.id ? [`${id} does not know its plan`] : []),
      ...(one && membership && membership.ending !== one.cancel_at_period_end
        ? [`whether the plan of ${id} ends: it says ${membership.ending}`]
        : []),
      ...(!one && membership ? [`${id} is on ${licenseId}, and nobody pays for it`] : []),
    ];
  });

/** A first or a repeated month that was paid; upgrades are none. */
const isMonth = ({ billing_reason: reason, status, amount_paid: paid }: Stripe.Invoice) =>
  status === 'paid' &&
  paid > 0 &&
  (reason === 'subscription_create' || reason === 'subscription_cycle');

function secondMonth(view: View, userId: string): Stripe.Invoice | undefined {
  return view.invoices
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

/** The inviter has a dollar for the second month that was paid and stands, and nothing for anything else. */
export const invitationsEarnOnce: Invariant = (view) =>
  view.users.flatMap((user) => {
    const { id, invitedByUserId } = user;
    const of = ({ cause }: { cause: string }) => {
      const [step = '', whose] = cause.split(':');
      return step.startsWith('referral') && whose === id;
    };
    const given = invitedByUserId ? posted(view, `user:${invitedByUserId}`, of) : 0;
    const all = -posted(view, 'platform:referrals', of);
    const second = secondMonth(view, id);
    const whole = second !== undefined && isWhole(view, second);
    const wanted = whole && invitedByUserId && invitedByUserId !== id ? BONUS : 0;
    if (given + all !== given * 2 && given !== -all && given !== all)
      return [`the bonus for ${id} went to somebody else`];
    // What went out to the inviter's bank is not claimed back.
    const kept = wanted === 0 && second !== undefined && given === BONUS;
    return given === wanted || kept ? [] : [`the bonus for ${id} is ${given}, not ${wanted} cents`];
  });

function isWhole(view: View, { id }: Stripe.Invoice): boolean {
  const payment = view.world.provider.all('invoicePayments').find(({ invoice }) => invoice === id);
  const intent = view.intents.find((one) => one.id === payment?.payment.payment_intent);
  const charge = intent && view.charges.get(String(intent.latest_charge));
  if (!charge || charge.amount_refunded > 0) return false;
  return view.disputes
    .filter((dispute) => dispute.charge === charge.id)
    .every(({ status }) => status === 'won' || status.startsWith('warning'));
}
