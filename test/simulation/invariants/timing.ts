import type { BookedEntry } from '#functions/storage/ledger/ledger.ts';
import { LONGEST_RUN } from '../clock.ts';
import { endsPause } from '../endings.ts';
import {
  bookedAt,
  grouped,
  type Invariant,
  intentOf,
  isClaimReturned,
  posted,
  type Snapshot,
  sum,
} from './snapshot.ts';

/* Invariants of timing: what is done before or after a deadline, and which of two concurrent changes wins. */

const HOUR = 3_600_000;
const MINUTE = 60_000;

/** No recipient earns after the deadline, no order expires before it, and a help ticket never expires. */
export const ordersEndInTime: Invariant = (state) =>
  state.conversations.flatMap(({ id, price, deadlineAt, status, reasonCode }) => {
    const answered = bookedAt(state, `answered:${id}`) ?? 0;
    const returned = bookedAt(state, `returned:${id}`) ?? deadlineAt;
    return [
      ...(price === 0 && status === 'EXPIRED' ? [`the help ticket ${id} expired`] : []),
      ...(answered >= deadlineAt ? [`${id} was answered after its deadline`] : []),
      ...(status === 'EXPIRED' && reasonCode === 'RETURN_TO_SENDER' && returned < deadlineAt
        ? [`${id} expired before its deadline`]
        : []),
    ];
  });

/** The deadline of a help ticket, which never comes. */
const NO_DEADLINE = Date.UTC(9999, 11, 31);

/**
 * A help ticket has no deadline. Any other is ten days after the payment, and later by exactly the time between the clarifying question and
 * what ended the pause, at most 72 hours. There is at most one question.
 */
export const deadlinesArePaymentAndPause: Invariant = (state) =>
  state.conversations.flatMap(({ id, price, paidAt, deadlineAt, history }) => {
    const asked = history.findIndex(({ event }) => event === 'INFO_ASKED');
    const askedAt = history[asked]?.at ?? 0;
    const longest = askedAt + 72 * HOUR;
    const ending = history.slice(asked + 1).find(({ event }) => endsPause(event));
    const endedAt = Math.min(longest, Math.max(askedAt, ending?.at ?? longest));
    const paused = asked === -1 ? 0 : endedAt - askedAt;
    const wanted = price === 0 ? NO_DEADLINE : paidAt + 240 * HOUR + paused;
    return [
      ...(deadlineAt === wanted
        ? []
        : [`the deadline of ${id} is ${deadlineAt - wanted} ms too late`]),
      ...(history.filter(({ event }) => event === 'INFO_ASKED').length > 1
        ? [`${id} was paused twice`]
        : []),
    ];
  });

const isManual = (state: Snapshot, name: string) =>
  state.world.stripe.manualRequests.some((asked) => asked.includes(name));

/**
 * Returns the times at which a run skips a hold because an earlier or concurrent run got no response from Stripe and
 * postponed it: by two minutes, then four, and at most an hour.
 */
function postponements(state: Snapshot, intentId: string, from: number): (at: number) => boolean {
  const failed = state.world.failedEffects.filter(
    ({ process, processStartedAt: startedAt, effect: { service, description } }) =>
      process === 'schedule expireConversations' &&
      startedAt >= from &&
      (service === 'table' || description.includes(intentId)),
  );
  const runs = [...new Set(failed.map(({ processStartedAt: startedAt }) => startedAt))].sort(
    (one, other) => one - other,
  );
  return (at) =>
    runs.some(
      (startedAt, nth) =>
        at > startedAt - LONGEST_RUN && at < startedAt + Math.min(HOUR, MINUTE * 2 ** (nth + 1)),
    );
}

/**
 * A hold does not lapse if the schedule ran in its last twelve hours and Stripe would have captured it. Stripe's clock, which says
 * when the hold lapses, may be two minutes ahead.
 */
export const holdsAreCapturedInTime: Invariant = (state) =>
  state.conversations.flatMap((order) => {
    const intent = intentOf(state, order.id);
    const lapses = (intent && state.world.stripe.holdEndOf(intent)) ?? 0;
    const lapsed = order.reasonCode === 'HOLD_LAPSED' && intent?.status === 'canceled';
    if (!lapsed || isManual(state, intent.id)) return [];
    const from = Math.max(order.paidAt, lapses - 12 * HOUR + 2 * MINUTE);
    const isPostponed = postponements(state, intent.id, from);
    const ran = state.world.completedJobs.find(
      ({ name, at }) =>
        name === 'expireConversations' && at > from && at < lapses - 1_000 && !isPostponed(at),
    );
    return ran ? [`the hold of ${order.id} was let lapse although the schedule came by`] : [];
  });

/**
 * The product refunds only conversations whose outcome requires a refund, and an answered one only after a claim or by a decision of
 * the desk; after a decision about a part not more than that.
 */
export const refundsFollowDecisions: Invariant = (state) => {
  const refunds = state.world.stripe.all('refunds');
  const orders = new Map(state.conversations.map((one) => [one.id, one]));
  const wrong = refunds.flatMap(({ metadata }) => {
    const order = orders.get(metadata?.conversationId ?? '');
    const isByHand = order?.money.byHand?.decided === 'GIVE_BACK';
    if (order?.net === undefined || isClaimReturned(order) || isByHand) return [];
    const part = order.money.part?.total ?? 0;
    const ours = refunds.filter(
      (one) => one.metadata?.conversationId === order.id && one.status !== 'failed',
    );
    const refunded = sum(ours.map(({ amount }) => amount));
    return refunded > part
      ? [`${order.id} was answered, and we gave ${refunded} back, not ${part}`]
      : [];
  });
  const lost = state.conversations.flatMap((order) => {
    const intent = intentOf(state, order.id);
    const gone = bookedAt(state, `lost:${order.id}`) !== undefined;
    if (!gone || !intent || isManual(state, intent.id)) return [];
    const { stripe } = state.world;
    const canceled = stripe.ourTime(intent.canceled_at ?? 0);
    return canceled < (stripe.holdEndOf(intent) ?? 0) ? [`we let the money of ${order.id} go`] : [];
  });
  return [...wrong, ...lost];
};

/** Stripe gets no request that moves the money of a message before the decision about it is stored. */
export const moneyMovesAfterDecisions: Invariant = ({ world }) => world.moneyRequests.violations;

/** The fee at the answer is never higher than the fee that was agreed. */
export const feesNeverIncrease: Invariant = (state) =>
  state.conversations.flatMap(({ id, price, feeTerms }) => {
    const agreed = state.world.recorder.agreedTerms.get(id);
    const fee = (terms: { readonly basisPoints: number; readonly fixed: number }) =>
      (price * terms.basisPoints) / 10_000 + terms.fixed;
    return agreed && fee(feeTerms) > fee(agreed) + 0.5 ? [`the fee of ${id} grew`] : [];
  });

/**
 * Earnings of a disputed payment are frozen as far as they are still owed, and released once the bank rejects the
 * dispute.
 */
export const disputesFreezeEarnings: Invariant = (state) => {
  const byCharge = grouped(state.disputes, ({ charge }) => String(charge));
  return state.conversations.flatMap((order) => {
    const { id, net, recipient, money, history } = order;
    const gaveUp = history.some(({ event, amount }) => event === 'GIVEN_BACK' && amount);
    const intent = intentOf(state, order.id);
    const disputes = byCharge.get(String(intent?.latest_charge)) ?? [];
    const taking = disputes.filter(({ status }) =>
      ['needs_response', 'under_review', 'lost'].includes(status),
    );
    const account = `user:${recipient.id}`;
    const frozen = -posted(
      state,
      account,
      ({ cause }) => /^(frozen|freed|clawedBack):/.test(cause) && cause.split(':')[1] === id,
    );
    if (net === undefined || money.state === 'RELEASED') return [];
    // A claim, or a refund at the expense of the recipient, has taken the earning already.
    if (taking.length === 0 || isClaimReturned(order) || gaveUp)
      return frozen === 0 ? [] : [`${id} has ${frozen} cents frozen, and nobody disputes it`];
    const lost = taking.filter(({ status }) => status === 'lost');
    if (lost.some(({ amount }) => amount >= order.price) && frozen < net)
      return [`${id} was lost, and of the ${net} cents it earned ${frozen} are taken back`];
    const whole = taking.some(({ amount }) => amount >= order.price);
    const entries = state.entries.filter(({ cause }) => cause.startsWith(`frozen:${id}:`));
    const at = Math.max(0, ...entries.map((entry) => entry.at));
    // The whole balance at that time was frozen. If nothing was frozen, it was empty when the dispute became known, because
    // the webhook may arrive after a payout.
    const opened = Math.min(...taking.map(({ created }) => state.world.stripe.ourTime(created)));
    const known = history.find(({ event, at }) => event === 'DISPUTED' && at >= opened)?.at;
    const until = at === 0 ? (known ?? opened) : at;
    // The order of credits in the same millisecond is unknown, but an earning that an ended claim freed came before the freeze.
    const cameFirst = (entry: BookedEntry) =>
      entry.cause === `claimFreed:${id}` || posted({ entries: [entry] }, account) < 0;
    const left = posted(
      state,
      account,
      (entry) => entry.at < until || (entry.at === until && cameFirst(entry)),
    );
    return whole && frozen < net && left > 0
      ? [`of ${net} cents of ${id} that are disputed, ${frozen} are frozen and ${left} were there`]
      : [];
  });
};

/** Every user with a balance has a scheduled payout date. */
export const owedUsersHaveAPayday: Invariant = (state) =>
  state.users.flatMap(({ id }) => {
    const balance = state.at(`USER#${id}`, 'BALANCE');
    const owed = Number(balance?.balance ?? 0);
    const due = String(balance?.gsi5pk) === 'DUE#PAYOUT' && balance?.gsi5sk !== undefined;
    return owed > 0 && !due ? [`${id} is owed ${owed} cents, and no payday comes`] : [];
  });
