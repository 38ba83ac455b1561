import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import { isEnded, isTakenBack } from '../endings.ts';
import type { Invariant, Snapshot } from './snapshot.ts';

/* Every counter equals a new count of the conversations and ledger entries. */

type Counts = Record<string, number>;

const add = (counts: Counts, name: string, by = 1) => {
  counts[name] = (counts[name] ?? 0) + by;
};

const compared = (what: string, kept: Readonly<Record<string, unknown>>, wanted: Counts) =>
  [...new Set([...Object.keys(wanted), ...Object.keys(kept)])].flatMap((name) => {
    if (['pk', 'sk'].includes(name)) return [];
    const [is, was] = [Number(kept[name] ?? 0), wanted[name] ?? 0];
    return is === was ? [] : [`${what} says ${is} ${name}, there are ${was}`];
  });

const FILTERS: Readonly<Record<string, string>> = { INVITED: 'OPEN', NEEDS_INFO: 'PENDING' };
const filterOf = (status: string) => FILTERS[status] ?? status;

function unread(one: Conversation, side: 'sender' | 'recipient'): boolean {
  const readAt = side === 'sender' ? one.senderReadAt : one.recipientReadAt;
  const matters = ['PENDING', 'OPEN', 'COMPLETED'].includes(filterOf(one.status));
  return matters && one.lastMessageBy !== one[side].id && (readAt ?? 0) < one.lastMessageAt;
}

function mailboxCounts(state: Snapshot, userId: string, box: 'INBOX' | 'ORDERS'): Counts {
  const side = box === 'INBOX' ? 'recipient' : 'sender';
  const counts: Counts = {};
  for (const one of state.conversations) {
    if (one[side].id !== userId || ['PAYING', 'UNDONE'].includes(one.status)) continue;
    if (isTakenBack(one.status) && box === 'INBOX') continue;
    add(counts, filterOf(one.status));
    if (!isTakenBack(one.status)) add(counts, 'ALL');
    if (unread(one, side)) add(counts, 'unread');
    if (filterOf(one.status) === 'PENDING' && box === 'INBOX') {
      const share = Math.floor((one.price * one.feeTerms.basisPoints + 5_000) / 10_000);
      add(counts, 'pendingNet', Math.max(0, one.price - share - one.feeTerms.fixed));
    }
  }
  return counts;
}

/** Both mailboxes count their conversations, and are closed exactly while the account is blocked. */
export const mailboxCountersMatch: Invariant = (state) =>
  state.users.flatMap(({ id, blockedAt }) =>
    (['INBOX', 'ORDERS'] as const).flatMap((box) => {
      const closed: Counts = blockedAt === undefined ? {} : { closedAt: blockedAt };
      const wanted = { ...mailboxCounts(state, id, box), ...closed };
      return compared(`${box} of ${id}`, state.at(`USER#${id}`, box) ?? {}, wanted);
    }),
  );

/**
 * Paid orders that were not canceled count towards the commitment of their month; earnings count in the month of the
 * answer.
 */
export const monthCountersMatch: Invariant = (state) => {
  const months = new Map<string, Counts>();
  const of = (userId: string, month: string) => {
    const name = `USER#${userId}\nMONTH#${month}`;
    const counts = months.get(name) ?? {};
    months.set(name, counts);
    return counts;
  };
  for (const { status, recipient, month, price } of state.conversations)
    if (status !== 'UNDONE' && !isTakenBack(status) && price > 0)
      add(of(recipient.id, month), 'reservedCount');
  for (const { cause, at, userId = '', postings } of state.entries) {
    if (!cause.startsWith('answered:')) continue;
    const counts = of(userId, new Date(at).toISOString().slice(0, 7));
    add(counts, 'answeredCount');
    for (const { account, amount } of postings) {
      if (account === 'held') add(counts, 'gross', -amount);
      if (account === 'platform:fees') add(counts, 'fees', amount);
    }
  }
  const kept = state.items.filter(({ sk }) => sk.startsWith('MONTH#'));
  for (const { pk, sk } of kept) of(pk.slice('USER#'.length), sk.slice('MONTH#'.length));
  return [...months].flatMap(([name, wanted]) => {
    const [pk = '', sk = ''] = name.split('\n');
    return compared(`${sk} of ${pk}`, state.at(pk, sk) ?? {}, wanted);
  });
};

const WAITING = ['PAYING', 'PENDING', 'NEEDS_INFO'];

/** Every order that is being paid, or waits for an answer, counts once among the waiting orders of its recipient. */
export const waitingCountersMatch: Invariant = (state) =>
  state.users.flatMap(({ id, waitingCount = 0 }) => {
    const waiting = state.conversations.filter(
      ({ recipient, status, price }) =>
        recipient.id === id && price > 0 && WAITING.includes(status),
    ).length;
    return compared(`the account ${id}`, { waitingCount }, { waitingCount: waiting });
  });

/** The answer rate that people see. */
export const answerRatesMatch: Invariant = (state) =>
  state.users.flatMap(({ id, endedCount = 0, answeredCount = 0 }) => {
    const theirs = state.conversations.filter(
      ({ recipient, price }) => recipient.id === id && price > 0,
    );
    const claimIs = ({ money }: Conversation, ...states: readonly string[]) =>
      states.includes(money.claim?.state ?? '');
    const ended = theirs.filter((one) => one.net !== undefined && !claimIs(one, 'GIVEN_BACK'));
    const answered = ended.filter((one) => !claimIs(one, 'LAPSED', 'UPHELD')).length;
    const expired = theirs.filter(
      ({ status, reasonCode }) => status === 'EXPIRED' && reasonCode === 'RETURN_TO_SENDER',
    ).length;
    return compared(
      `the rate of ${id}`,
      { endedCount, answeredCount },
      { endedCount: ended.length + expired, answeredCount: answered },
    );
  });

/*
 * Two subscribers keep counters from domain events. They count each order once, even if its events are repeated or reordered. Only
 * some histories have these subscribers.
 */

/** The time at which a paid order was answered or ended; undefined if it is free or has not ended. */
function endOf({ status, price, net, reasonCode, deadlineAt, history }: Conversation) {
  if (price === 0) return undefined;
  // An unanswered message counts from its deadline, however late the schedule ends it.
  if (status === 'EXPIRED' && reasonCode === 'RETURN_TO_SENDER') return deadlineAt;
  if (net === undefined && !isEnded(status)) return undefined;
  const end = net === undefined ? status : 'ANSWERED';
  return history.find(({ event }) => event === end)?.at;
}

/** The figures of the platform have each paid order that ended once, with its price, in the month in which it ended. */
export const reliabilityCountsMatch: Invariant = (state) => {
  if (!state.world.bus.subscribed.includes('countReliability')) return [];
  const [kept, wanted]: [Counts, Counts] = [{}, {}];
  for (const { pk, sk, ...counts } of state.items) {
    if (!pk.startsWith('RELIABILITY#') || sk.startsWith('ORDER#')) continue;
    const month = pk.slice('RELIABILITY#'.length);
    for (const [name, count] of Object.entries(counts))
      if (/^(answered|unanswered|otherwise)$/.test(name))
        add(kept, `orders in ${month}`, Number(count));
      else if (name === 'paid') add(kept, `cents in ${month}`, Number(count));
  }
  for (const order of state.conversations) {
    const at = endOf(order);
    if (at === undefined) continue;
    const month = new Date(at).toISOString().slice(0, 7);
    add(wanted, `orders in ${month}`);
    add(wanted, `cents in ${month}`, order.price);
  }
  return compared('the reliability', kept, wanted);
};

/** The analytics of a person have each message that was paid to them once, with its price, on the day of the payment. */
export const analyticsCountsMatch: Invariant = (state) => {
  if (!state.world.bus.subscribed.includes('countAnalytics')) return [];
  const deleted = state.users.filter(({ deletedAt }) => deletedAt !== undefined);
  const isDeleted = new Set(deleted.map(({ id }) => id));
  const [kept, wanted]: [Counts, Counts] = [{}, {}];
  for (const { pk, sk: day, ...counts } of state.items) {
    const [, id = ''] = /^ANALYTICS#([^#]+)$/.exec(pk) ?? [];
    if (!id || isDeleted.has(id)) continue;
    for (const [name, count] of Object.entries(counts)) {
      const [counter, cents] = name.split('_');
      if (counter === 'paid') add(kept, `messages to ${id} on ${day}`, Number(count));
      if (counter === 'paidAt')
        add(kept, `cents to ${id} on ${day}`, Number(count) * Number(cents));
    }
  }
  for (const { status, price, paidAt, recipient, tier } of state.conversations) {
    if (price === 0 || isDeleted.has(recipient.id) || /^(PAYING|UNDONE)$/.test(status)) continue;
    const day = new Date(paidAt).toISOString().slice(0, 10);
    add(wanted, `messages to ${recipient.id} on ${day}`);
    add(wanted, `cents to ${recipient.id} on ${day}`, tier ? 0 : price);
  }
  return compared('the analytics', kept, wanted);
};
