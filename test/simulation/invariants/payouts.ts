import { LONGEST_RUN } from '../clock.ts';
import { grouped, type Invariant, posted, type Snapshot, sentAsBooked } from './snapshot.ts';

/* Invariants of payouts: one per month, of the amount owed at its end, to an account that accepts transfers. */

const MINIMUM = 1_000;

export const onePayoutPerMonth: Invariant = (state) => {
  const made = grouped(state.transfers, ({ metadata }) => `${metadata.userId} ${metadata.period}`);
  return [...made].flatMap(([name, transfers]) =>
    transfers.length > 1 ? [`${name} was paid out ${transfers.length} times`] : [],
  );
};

const isBlocked = ({ users }: Snapshot, userId: string) =>
  users.some(({ id, blockedAt }) => id === userId && blockedAt !== undefined);

/** A blocked person is paid nothing: the balance stays owed to them, and a payout that is decided waits. */
export const blockedUsersAreNotPaid: Invariant = (state) =>
  state.users.flatMap(({ id, blockedAt = Number.POSITIVE_INFINITY }) => [
    ...state.payouts.flatMap(({ userId, period, createdAt }) =>
      userId === id && createdAt > blockedAt + LONGEST_RUN
        ? [`the payout of ${id} for ${period} was decided after they were blocked`]
        : [],
    ),
    ...state.transfers.flatMap(({ metadata, created }) =>
      metadata.userId === id && state.world.stripe.ourTime(created) > blockedAt + LONGEST_RUN
        ? [`${id} was paid for ${metadata.period} after they were blocked`]
        : [],
    ),
  ]);

export const payoutsMatchTransfers: Invariant = (state) =>
  state.payouts.flatMap((payout) => {
    const { userId, period, amount, status } = payout;
    const name = `the payout of ${userId} for ${period}`;
    const [transfer] = state.transfers.filter(
      ({ metadata }) => metadata.userId === userId && metadata.period === period,
    );
    const forDebts = transfer?.reversals.data.filter(({ metadata }) => metadata?.recovery) ?? [];
    const reversed = forDebts.reduce((sum, one) => sum + one.amount, 0);
    const sent = transfer ? sentAsBooked(transfer) + reversed : 0;
    const owed = owedAtEnd(state, userId, period);
    return [
      ...(amount < MINIMUM ? [`${name} is ${amount} cents`] : []),
      ...(amount > owed ? [`${name} is ${amount} cents, at the end of it ${owed} were owed`] : []),
      ...(status === 'SENDING' && !isBlocked(state, userId) ? [`${name} is still being sent`] : []),
      ...((status === 'PAID') === (sent === amount)
        ? []
        : [`${name} is ${status}, ${sent} of ${amount} cents went out`]),
      ...(reversed === (payout.reversed ?? 0) && payout.reversingFor === undefined
        ? []
        : [`${name} says that ${payout.reversed ?? 0} cents were reversed, and ${reversed} were`]),
      ...(status === 'WAITING' && accountIsReady(state, userId)
        ? [`${name} waits, and its account is ready`]
        : []),
    ];
  });

/** The stored status of an account is the one at Stripe, as far as webhooks arrive. */
export const payoutAccountsFollowStripe: Invariant = (state) =>
  state.items.flatMap(({ pk, sk, status }) => {
    if (sk !== 'PAYOUT_ACCOUNT' || state.world.stripe.losesWebhooks) return [];
    const userId = pk.slice('USER#'.length);
    return (status === 'READY') === accountIsReady(state, userId)
      ? []
      : [`the account of ${userId} is stored as ${status}`];
  });

/** The amount owed at the end of a month, less earlier payouts that were decided after it. */
function owedAtEnd(state: Snapshot, userId: string, period: string): number {
  const [year = 0, month = 0] = period.split('-').map(Number);
  const end = Date.UTC(year, month, 1);
  const until = posted(state, `user:${userId}`, ({ at }) => at < end);
  // A payout belongs to the month in which it was due, however late it was decided.
  const late = state.payouts.filter(
    (one) => one.userId === userId && one.period < period && one.createdAt >= end,
  );
  return until - late.reduce((sum, { amount }) => sum + amount, 0);
}

function accountIsReady({ world }: Snapshot, userId: string): boolean {
  return world.stripe
    .all('accounts')
    .some(
      ({ metadata, payouts_enabled: enabled, capabilities }) =>
        metadata?.userId === userId && enabled && capabilities?.transfers === 'active',
    );
}
