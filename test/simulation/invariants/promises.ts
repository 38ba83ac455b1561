import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import { LONGEST_RUN } from '../clock.ts';
import type { Item } from '../engine.ts';
import type { RecordedCall } from '../world.ts';
import {
  bookedAt,
  type Invariant,
  intentOf,
  isPending,
  paydayOf,
  type Snapshot,
} from './snapshot.ts';

/*
 * Invariants of dates, whenever no process runs: each date is counted from the event that began it, and what has to happen at a date
 * is in a list that a schedule reads, at that time or before. The numbers are repeated here, not imported from the product.
 */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The maximum difference between our clock and Stripe's. */
const MAX_CLOCK_SKEW = 2 * MINUTE;
/** The seconds that a hold is assumed to last if Stripe does not say when it ends. */
const UNNAMED_HOLD = (5 * DAY) / 1_000;

const eventAt = ({ history }: Conversation, wanted: string) =>
  history.find(({ event }) => event === wanted)?.at;
const has = (order: Conversation, wanted: string) => eventAt(order, wanted) !== undefined;
const isSettled = ({ status, price }: Conversation) =>
  price > 0 && status !== 'PAYING' && status !== 'UNDONE';
const inHours = (time: number) => `${(time / HOUR).toFixed(2)} hours`;
const differ = (what: string, is: number | undefined, wanted: number | undefined) =>
  is === wanted ? [] : [`${what} is ${inHours((is ?? 0) - (wanted ?? 0))} from where it should be`];

/** The ten days begin with the payment: when it was booked, published and written into the history, and not before Stripe had it. */
export const tenDaysBeginWithPayment: Invariant = (state) => {
  const published = new Map(
    state.events.flatMap(({ type, at, detail }) =>
      type === 'conversation.paid' && 'conversationId' in detail
        ? [[detail.conversationId, at] as const]
        : [],
    ),
  );
  return state.conversations.filter(isSettled).flatMap((order) => {
    const { id, paidAt } = order;
    const intent = intentOf(state, id);
    return [
      ...differ(`the payment of ${id} in the ledger`, bookedAt(state, `paid:${id}`), paidAt),
      ...differ(`the payment of ${id} in its history`, eventAt(order, 'PAID'), paidAt),
      ...differ(`the event of the payment of ${id}`, published.get(id), paidAt),
      ...(intent && paidAt + LONGEST_RUN < state.world.stripe.ourTime(intent.created)
        ? [`${id} was paid before its hold`]
        : []),
    ];
  });
};

/** An order counts towards its recipient's commitment of the calendar month (UTC) in which it began. */
export const ordersCountInTheirMonth: Invariant = ({ conversations }) =>
  conversations.flatMap(({ id, month, createdAt }) =>
    month === monthOf(createdAt) ? [] : [`${id} counts in ${month}`],
  );

/** A clarifying question waits 72 hours for the sender, and an open or improved claim 72 hours for the other side. */
export const waitsLast72Hours: Invariant = ({ conversations }) =>
  conversations.flatMap((order) => {
    const { id, clarification, claim, money } = order;
    const since = { OPEN: 'CLAIMED', IMPROVED: 'CLAIM_IMPROVED' }[String(money.claim?.state)];
    const from = since === undefined ? undefined : (eventAt(order, since) ?? 0);
    const askedAt = eventAt(order, 'INFO_ASKED');
    return [
      ...(from === undefined
        ? []
        : differ(`the end of the claim about ${id}`, claim?.until, from + 72 * HOUR)),
      ...differ(`the question about ${id}`, clarification?.askedAt, askedAt),
      ...(clarification
        ? differ(`the end of the pause of ${id}`, clarification.until, (askedAt ?? 0) + 72 * HOUR)
        : []),
    ];
  });

/** The longest back-off after Stripe did not answer. */
const LONGEST_BACK_OFF = HOUR;

type Moment = {
  readonly list: string;
  /** The latest time. */
  readonly at: number;
  /** Whether nothing else can be due before it. */
  readonly exactly: boolean;
};

/**
 * The list and the time at which a schedule has to look at a conversation: two minutes after an interrupted
 * payment, half an hour after the bank was asked, at the end of a pause or at the deadline, twelve hours before a hold lapses,
 * and after the back-off if Stripe has something to do. Undefined if nothing is left to do.
 */
function lastMoment(state: Snapshot, order: Conversation): Moment | undefined {
  const { status, price, money, payment, createdAt, paidAt, clarification } = order;
  const retried = state.now + LONGEST_BACK_OFF;
  const isRetried = money.tryAt !== undefined;
  if (status === 'PAYING') {
    const { waitingSince } = payment;
    const at = waitingSince === undefined ? createdAt + 2 * MINUTE : waitingSince + 30 * MINUTE;
    const last = isRetried ? Math.max(at, retried) : at;
    return { list: 'DUE#PAYMENT', at: last, exactly: !isRetried };
  }
  if (status === 'UNDONE')
    return money.owed && { list: 'DUE#PAYMENT', at: retried, exactly: false };
  const paused = clarification ? (clarification.endedAt ?? clarification.until) : 0;
  const deadline = paidAt + 240 * HOUR + (clarification ? paused - clarification.askedAt : 0);
  const isAnswerToBankDue =
    has(order, 'ANSWERED') && money.back?.dispute === 'OPEN' && money.owed !== 'capture';
  const moments = [
    ...(money.owed || (isAnswerToBankDue && !money.response?.outcome) ? [retried] : []),
    // A help ticket has no deadline.
    ...(status === 'PENDING' && price > 0 ? [deadline] : []),
    ...(status === 'NEEDS_INFO' && clarification ? [clarification.askedAt + 72 * HOUR] : []),
    ...(isPending(order.status) && !money.owed ? captureMoments(state, order) : []),
  ];
  if (moments.length === 0) return undefined;
  // A hold that is captured without our knowledge is still looked at before it lapses.
  const exactly = isPending(status) && money.state !== 'HELD' && !isRetried;
  return { list: 'DUE#CONVERSATION', at: Math.min(...moments), exactly };
}

/** Twelve hours before the hold of a message lapses, unless it is captured already. */
function captureMoments(state: Snapshot, { id }: Conversation): number[] {
  const intent = intentOf(state, id);
  if (intent?.status !== 'requires_capture') return [];
  const lapses = state.world.stripe.holdEndOf(intent, UNNAMED_HOLD);
  return lapses ? [lapses - 12 * HOUR + MAX_CLOCK_SKEW] : [];
}

const dueTime = (item: Item | undefined) => Date.parse(String(item?.gsi5sk).slice(0, 24));

/** Nothing is forgotten: what a conversation waits for is in the list of a schedule, and comes in time, and not before. */
export const everyDateIsInItsList: Invariant = (state) =>
  state.conversations.flatMap((order) => {
    const wanted = lastMoment(state, order);
    if (!wanted) return [];
    const item = state.at(`CONVERSATION#${order.id}`, 'CONVERSATION');
    const late = dueTime(item) - wanted.at;
    if (item?.gsi5pk !== wanted.list)
      return [`${order.status} ${order.id} is in no ${wanted.list}`];
    return late > 0 || (late < 0 && wanted.exactly)
      ? [`${order.status} ${order.id} is looked at ${inHours(late)} too late`]
      : [];
  });

/** A sender whose bank asks has half an hour, unless the payment fails, or they give it up. */
export const banksHaveHalfAnHour: Invariant = (state) => {
  const failed = new Set(
    state.world.stripe.all('events').flatMap(({ type, data }) => {
      const { id } = data.object as { id?: string };
      return type === 'payment_intent.payment_failed' && id ? [id] : [];
    }),
  );
  const undone = new Map(
    state.events.flatMap(({ type, at, detail }) =>
      type === 'order.undone' && 'conversationId' in detail
        ? [[detail.conversationId, at] as const]
        : [],
    ),
  );
  const { calls, stripe } = state.world;
  return state.conversations.flatMap((order) => {
    const { id, payment, money, createdAt } = order;
    const [at, since] = [undone.get(id), payment.waitingSince];
    const { intentId = '' } = money;
    if (at === undefined || since === undefined || at >= since + 30 * MINUTE) return [];
    const isManual = stripe.manualRequests.some((asked) => intentId && asked.includes(intentId));
    // A call that began before the order may be slow.
    const wasGivenUp = calls.some(
      (call) => call.process.startedAt + LONGEST_RUN >= createdAt && givesUp(call, order),
    );
    const isBlocked = state.users.some(
      (user) =>
        user.blockedAt !== undefined && [order.sender.id, order.recipient.id].includes(user.id),
    );
    return failed.has(intentId) || isManual || wasGivenUp || isBlocked
      ? []
      : [`${id} was undone ${inHours(at - since)} after the bank was asked`];
  });
};

/**
 * Whether a call ends an order that waits for the bank: the sender begins another one, one side blocks the other, or staff block
 * the account of one.
 */
function givesUp(
  { operation, person, input, key }: RecordedCall,
  { sender, recipient, payment }: Conversation,
): boolean {
  const sides = [sender.id, recipient.id];
  if (operation === 'blockUser') return sides.includes(person.id);
  if (operation === 'deskBlockUser') return sides.includes(String(input.userId));
  const isOrder = /^(createInbox|createInboxWithPayment|createOrder)$/.test(operation);
  const isTheirs = person.id === sender.id && input.recipientId === recipient.id;
  return isOrder && isTheirs && (key === undefined || key !== payment.requestKey);
}

const monthOf = (at: number) => new Date(at).toISOString().slice(0, 7);

/** The end of the check for which a payout is held: after 30 days, or when staff released it. Undefined if it never was held. */
function checkedUntil(state: Snapshot, userId: string): number | undefined {
  const held = state.events.find(
    ({ type, detail }) => type === 'payout.held' && 'userId' in detail && detail.userId === userId,
  );
  return held && Math.min(held.at + 30 * DAY, releasedAt(state, userId));
}

/** When staff released a held payout, by the audit; `about` names the account, or the case of the proposal. */
function releasedAt({ items, at }: Snapshot, userId: string): number {
  const act = items.find(
    ({ pk, outcome, about }) =>
      pk.startsWith('AUDIT#') &&
      outcome === 'The payout is released.' &&
      (about === userId || at(`CASE#${about}`, 'CASE')?.userId === userId),
  );
  return Number(act?.at ?? Infinity);
}

/** Payouts come at noon on the 8th after their month, or after a check. A balance waits for the next one, or 30 days for a check. */
export const paydaysAreKept: Invariant = (state) => [
  ...state.payouts.flatMap(({ userId, period, createdAt }) =>
    createdAt < Math.min(paydayOf(period), checkedUntil(state, userId) ?? Infinity)
      ? [`${userId} was paid out early for ${period}`]
      : [],
  ),
  ...state.users.flatMap(({ id }) => {
    const balance = state.at(`USER#${id}`, 'BALANCE');
    if (Number(balance?.balance ?? 0) <= 0) return [];
    const heldUntil = checkedUntil(state, id);
    const due = dueTime(balance);
    const latest = Math.max(paydayOf(monthOf(state.now)), heldUntil ?? 0);
    return [
      ...differ(`the check of ${id}`, balance?.heldUntil as number | undefined, heldUntil),
      ...(due <= latest ? [] : [`${id} has no payday before ${String(balance?.gsi5sk)}`]),
    ];
  }),
];

/** A payout on its way is tried again within a day. */
export const payoutsOnTheirWayAreInTheirList: Invariant = (state) =>
  state.payouts
    .filter(({ status }) => status === 'SENDING')
    .flatMap(({ userId, period }) => {
      const item = state.at(`USER#${userId}`, `PAYOUT#${period}`);
      return item?.gsi5pk === 'DUE#PAYOUT' && dueTime(item) <= state.now + DAY
        ? []
        : [`the payout of ${userId} for ${period} is on its way, and looked at ${item?.gsi5sk}`];
    });

/** Only what may be forgotten expires: a payment that failed after 30 days, and a draft 30 days after its last change. */
export const onlyTheForgottenExpires: Invariant = (state) =>
  state.items.flatMap(({ pk, sk, status, verified, expiresAt, modifiedAt }) => {
    if (sk.startsWith('DRAFT#'))
      return Number(expiresAt) === Math.floor((Number(modifiedAt) + 30 * DAY) / 1_000)
        ? []
        : [`the draft ${pk} ${sk} expires at ${expiresAt}`];
    const isKept = /^(CONVERSATION|ENTRY|USER|BALANCE|PAYOUT#.*|MESSAGE#.*|LOCK)$/.test(sk);
    const isUnconfirmed = sk === 'USER' && verified === false;
    if (!isKept || isUnconfirmed || expiresAt === undefined) return [];
    // The run that learns that no money is left may have begun before the one that undid the order.
    if (sk === 'CONVERSATION' && status === 'UNDONE')
      return Number(expiresAt) * 1_000 < Number(modifiedAt) + 30 * DAY - LONGEST_RUN
        ? [`${pk} is forgotten too early`]
        : [];
    return [`${pk} ${sk} expires`];
  });

export const keysLastThirtyDays: Invariant = (state) => {
  const ends = new Map<string, Set<number>>();
  for (const { person, key, process } of state.world.calls) {
    const last = Math.floor((process.startedAt + 30 * DAY) / 1_000);
    // The keys of all calls without a session belong to `anyone`.
    for (const holder of [person.id, 'anyone']) {
      const name = `REQUEST#${holder}#${key}`;
      ends.set(name, (ends.get(name) ?? new Set()).add(last));
    }
  }
  return state.items.flatMap(({ pk, sk, expiresAt }) =>
    sk !== 'REQUEST' || ends.get(pk)?.has(Number(expiresAt))
      ? []
      : [`the key ${pk} expires at ${expiresAt}, not 30 days after a call with it`],
  );
};
