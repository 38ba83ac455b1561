import {
  bookedAt,
  grouped,
  type Invariant,
  isCapturedManually,
  paydayOf,
  posted,
  type Snapshot,
} from './snapshot.ts';

/*
 * Invariants of payers and payees: money moves only between the users concerned, not too early, and in full when it
 * is due.
 */

const HOUR = 3_600_000;
const MINIMUM = 1_000;

/** A card pays for the messages and the plan of its own user; a transfer reaches the account of its own user. */
export const moneyBelongsToItsUser: Invariant = (state) => {
  const { stripe } = state.world;
  const customers = new Map(
    stripe.all('customers').flatMap((one) => ('metadata' in one ? [[one.id, one.metadata]] : [])),
  );
  const accounts = new Map(stripe.all('accounts').map(({ id, metadata }) => [id, metadata]));
  const senders = new Map(state.conversations.map(({ id, sender }) => [id, sender.id]));
  const ownerOf = (customer: unknown) => customers.get(String(customer))?.userId;
  return [
    ...state.intents.flatMap(({ customer, metadata: { conversationId } }) =>
      conversationId && ownerOf(customer) !== senders.get(conversationId)
        ? [`${conversationId} is paid by ${ownerOf(customer)}, who is not its sender`]
        : [],
    ),
    ...state.subscriptions.flatMap(({ customer, metadata: { userId } }) =>
      userId && ownerOf(customer) !== userId
        ? [`the plan of ${userId} is paid by ${ownerOf(customer)}`]
        : [],
    ),
    ...state.transfers.flatMap(({ destination, metadata: { userId } }) =>
      userId && accounts.get(String(destination))?.userId !== userId
        ? [`a payout of ${userId} went to ${accounts.get(String(destination))?.userId}`]
        : [],
    ),
  ];
};

/** The seconds that a hold is assumed to last if Stripe does not say when it ends. */
const ASSUMED_HOLD = 5 * 86_400;

/** A hold is captured by the answer, by a report, or twelve hours before it lapses, and not earlier. */
export const cardsAreNotChargedEarly: Invariant = (state) => {
  const { stripe } = state.world;
  const taken = new Map(
    stripe.all('events').flatMap(({ type, created, data }) => {
      const { id } = data.object as { id?: string };
      return type === 'payment_intent.succeeded' && id ? [[id, stripe.ourTime(created)]] : [];
    }),
  );
  return state.intents.flatMap((intent) => {
    const { conversationId } = intent.metadata;
    const at = taken.get(intent.id);
    if (!conversationId || at === undefined || isCapturedManually(state, intent.id)) return [];
    // A payment that was never held does not lapse.
    const lapses = stripe.holdEndOf(intent, ASSUMED_HOLD) ?? Number.POSITIVE_INFINITY;
    const reasons = ['answered', 'reported'].map((how) =>
      bookedAt(state, `${how}:${conversationId}`),
    );
    const soonest = Math.min(lapses - 12 * HOUR, ...reasons.flatMap((moment) => moment ?? []));
    // Stripe's timestamps are in seconds, and by a clock that differs from the one that they are compared with.
    return at < soonest - 1_000 - Math.abs(stripe.clockOffset)
      ? [`${conversationId} was charged before it was answered, and before that had to be`]
      : [];
  });
};

const endOf = (period: string) => {
  const [year = 0, month = 0] = period.split('-').map(Number);
  return Date.UTC(year, month, 1);
};

/**
 * The lowest amount owed to a user between the end of a month and a given time. Entries at that very time count,
 * except the payout itself: a bank may have reversed a payment just before it, or another month may have been paid
 * out. What was earned after the end of the month does not make up for the payout of an earlier month.
 */
function lowestOwed(state: Snapshot, userId: string, period: string, until: number): number {
  const from = endOf(period);
  const payout = `payout:${userId}:${period}`;
  const account = `user:${userId}`;
  const steps = state.entries
    .filter(
      ({ at, cause, postings }) =>
        at <= until && cause !== payout && postings.some((one) => one.account === account),
    )
    .sort((one, other) => one.at - other.at);
  let [owed, lowest] = [0, Number.POSITIVE_INFINITY];
  // Debits come first among entries of the same time, because their order is unknown.
  for (const [at, entries] of grouped(steps, (one) => String(one.at))) {
    if (Number(at) >= from) lowest = Math.min(lowest, owed);
    const amounts = entries.map((entry) => posted({ entries: [entry] }, account));
    const less = amounts.filter((amount) => amount < 0).reduce((all, one) => all + one, 0);
    if (Number(at) >= from) lowest = Math.min(lowest, owed + less);
    owed += amounts.reduce((all, one) => all + one, 0);
  }
  const atEnd = posted({ entries: steps }, account, (entry) => entry.at < from);
  const earlier = posted(
    { entries: steps },
    account,
    ({ at, cause }) => at >= from && cause.startsWith(`payout:${userId}:`) && cause < payout,
  );
  return Math.min(lowest, owed, atEnd + earlier);
}

/** How long the first payout waits after the first earning, in milliseconds. */
const FIRST_WAIT = 14 * 86_400_000;

function firstPaydayOf(state: Snapshot, userId: string): number {
  const earned = state.entries.filter(({ postings }) =>
    postings.some(({ account, amount }) => account === `user:${userId}` && amount > 0),
  );
  return Math.min(...earned.map(({ at }) => at)) + FIRST_WAIT;
}

export const firstPayoutsWait14Days: Invariant = (state) =>
  state.payouts.flatMap(({ userId, period, createdAt }) =>
    createdAt < firstPaydayOf(state, userId)
      ? [`the payout of ${userId} for ${period} did not wait for 14 days`]
      : [],
  );

export const heldPayoutsAreNotSent: Invariant = (state) =>
  state.payouts.flatMap(({ userId, period, createdAt }) =>
    createdAt < Number(state.at(`USER#${userId}`, 'BALANCE')?.heldUntil ?? 0)
      ? [`the payout of ${userId} for ${period} went out while it was held for a check`]
      : [],
  );

/** A user who was owed at least $10.00 from the end of a month until its payday was paid at least that much. */
export const owedUsersArePaid: Invariant = (state) => {
  const paid = new Map(state.payouts.map((one) => [`${one.userId} ${one.period}`, one]));
  const periods = [
    ...new Set(state.entries.map(({ at }) => new Date(at).toISOString().slice(0, 7))),
  ];
  // The payouts of a blocked account wait.
  return state.users
    .filter(({ blockedAt }) => blockedAt === undefined)
    .flatMap(({ id }) =>
      periods.flatMap((period) => {
        const held = Number(state.at(`USER#${id}`, 'BALANCE')?.heldUntil ?? 0);
        if (Math.max(paydayOf(period), firstPaydayOf(state, id), held) >= state.now) return [];
        // A balance that was held beyond its payday is paid with the next one.
        const late = state.payouts.find(
          ({ userId, createdAt }) => userId === id && createdAt >= held && held > paydayOf(period),
        );
        const payout = paid.get(`${id} ${period}`) ?? late;
        const least = lowestOwed(state, id, period, payout?.createdAt ?? state.now);
        if (least < MINIMUM || (payout && payout.amount >= least)) return [];
        return [`${id} was owed ${least} cents for ${period}, and was paid ${payout?.amount ?? 0}`];
      }),
    );
};

/**
 * Each order respects its recipient's commitment and has the fees of their plan; the answer earns by the better of
 * the agreed and current fees.
 */
export const ordersFollowRecipientTerms: Invariant = ({ world }) => world.orderTerms.violations;
