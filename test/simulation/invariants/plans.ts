import type Stripe from 'stripe';
import { LONGEST_RUN } from '../clock.ts';
import { grouped, type Invariant, posted, type Snapshot } from './snapshot.ts';

/*
 * Invariants of plans: an account matches its subscription and was paid for, people are told once of what happens to their plan, and
 * a referral earns once.
 */

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

/** A plan that has a subscription was paid for, and is not larger than what Stripe has: an unpaid upgrade does not count. */
export const plansArePaidFor: Invariant = (state) =>
  state.users.flatMap(({ id, licenseId, membership }) => {
    const theirs = state.subscriptions.find((one) => one.id === membership?.subscriptionId);
    if (!membership || !theirs) return membership ? [`the plan of ${id} is unknown to Stripe`] : [];
    const plan = theirs.items.data[0]?.price.metadata.plan;
    const isPaid = state.invoices.some(
      (invoice) => subscriptionOf(invoice) === theirs.id && invoice.status === 'paid',
    );
    return [
      ...(isPaid ? [] : [`${id} is on ${licenseId}, and nothing was paid for it`]),
      ...(licenseId === 'PROFESSIONAL' && plan === 'STARTER'
        ? [`${id} is on ${licenseId}, and pays for ${plan}`]
        : []),
    ];
  });

function subscriptionOf({ parent }: Stripe.Invoice): string | undefined {
  const subscription = parent?.subscription_details?.subscription;
  return typeof subscription === 'string' ? subscription : subscription?.id;
}

/** `paidUntil` is the end of the subscription's current period, or its beginning while the renewal fails. */
export const plansArePaidUntilTheirPeriod: Invariant = (state) =>
  state.users.flatMap(({ id, membership }) => {
    const theirs = state.subscriptions.find((one) => one.id === membership?.subscriptionId);
    const item = theirs?.items.data[0];
    if (!membership || !theirs || !item || !ACTIVE_STATUSES.includes(theirs.status)) return [];
    const fails = theirs.status === 'past_due';
    const until = 1_000 * (fails ? item.current_period_start : item.current_period_end);
    return membership.failing === fails && membership.paidUntil === until
      ? []
      : [
          `the plan of ${id} is paid until ${until}, ${theirs.status}; it says ${membership.paidUntil}, ${membership.failing}`,
        ];
  });

/** A person is told once that a plan ended, and once of each renewal that failed. */
export const planEventsAreToldOnce: Invariant = (state) => {
  const failures = grouped(
    state.world.stripe.all('events').filter(({ type }) => type === 'invoice.payment_failed'),
    ({ data }) => String(ownerOf(data.object as Stripe.Invoice)),
  );
  return state.users.flatMap(({ id }) => {
    const told = (type: string) =>
      state.events.flatMap((one) =>
        one.type === type && 'userId' in one.detail && one.detail.userId === id ? [one.at] : [],
      );
    const ends = told('plan.ended').sort((one, other) => one - other);
    const ended = state.subscriptions.flatMap(({ metadata, status, ended_at: at }) =>
      metadata.userId === id && status === 'canceled' ? [state.world.stripe.ourTime(at ?? 0)] : [],
    );
    const [first = 0] = ends;
    // A plan without a subscription, of the product's own staff, can be given up too.
    const wasGranted = ended.every((at) => at > first + LONGEST_RUN);
    const renewals = (failures.get(id) ?? []).flatMap(({ data }) => {
      const invoice = data.object as Stripe.Invoice;
      return invoice.billing_reason === 'subscription_cycle' ? [invoice.id] : [];
    });
    const failed = new Set(renewals).size;
    const fails = told('plan.renewalFailed').length;
    return [
      ...(fails > failed ? [`${id} was told of ${fails} failed renewals, ${failed} failed`] : []),
      ...(ends.length > ended.length + (wasGranted ? 1 : 0)
        ? [`${id} was told of the end of ${ends.length} plans, ${ended.length} ended`]
        : []),
    ];
  });
};

const ownerOf = ({ parent }: Stripe.Invoice): string | undefined =>
  parent?.subscription_details?.metadata?.userId;

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
 * by then earns nothing. What is lost of a payment takes the bonus back, as far as the balance of the inviter holds it: it may
 * have been paid out before.
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
    if (given !== all) return [`the bonus for ${id} went to somebody else`];
    const inviter = state.users.find((one) => one.id === invitedByUserId);
    const { deletedAt = Number.POSITIVE_INFINITY } = inviter ?? {};
    if (state.entries.some((entry) => of(entry) && entry.at > deletedAt + LONGEST_RUN))
      return [`the bonus for ${id} was booked for an account that is deleted`];
    const isGone = given === 0 && inviter?.deletedAt !== undefined;
    const isKept =
      wanted === 0 && given > 0 && second && inviter && !wasCovered(state, inviter.id, second.id);
    return given === wanted || isKept || isGone
      ? []
      : [`the bonus for ${id} is ${given}, not ${wanted} cents`];
  });

/** Whether the balance of an inviter held something all the time since the loss of a payment was booked. */
function wasCovered(state: Snapshot, inviterId: string, invoiceId: string): boolean {
  const account = `user:${inviterId}`;
  const lost = state.entries.filter(({ cause }) => cause.startsWith(`takenBack:${invoiceId}:`));
  const from = Math.min(...lost.map(({ at }) => at));
  const times = state.entries.flatMap(({ at }) => (at >= from ? [at] : []));
  const balances = [from - 1, ...times].map((until) =>
    posted(state, account, ({ at }) => at <= until),
  );
  return lost.length > 0 && Math.min(...balances) > 0;
}

function isFullyPaid(state: Snapshot, { id }: Stripe.Invoice): boolean {
  const payment = state.world.stripe.all('invoicePayments').find(({ invoice }) => invoice === id);
  const intent = state.intents.find((one) => one.id === payment?.payment.payment_intent);
  const charge = intent && state.charges.get(String(intent.latest_charge));
  if (!charge || charge.amount_refunded > 0) return false;
  return state.disputes
    .filter((dispute) => dispute.charge === charge.id)
    .every(({ status }) => status === 'won' || status.startsWith('warning'));
}
