import type { Conversation } from '../../../shared/rules/conversations/conversations.ts';
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
    if (one.status === 'CANCELLED' && box === 'INBOX') continue;
    add(counts, filterOf(one.status));
    if (one.status !== 'CANCELLED') add(counts, 'ALL');
    if (unread(one, side)) add(counts, 'unread');
    if (filterOf(one.status) === 'PENDING' && box === 'INBOX') {
      const share = Math.floor((one.price * one.feeTerms.basisPoints + 5_000) / 10_000);
      add(counts, 'pendingNet', Math.max(0, one.price - share - one.feeTerms.fixed));
    }
  }
  return counts;
}

export const mailboxCountersMatch: Invariant = (state) =>
  state.users.flatMap(({ id }) =>
    (['INBOX', 'ORDERS'] as const).flatMap((box) =>
      compared(`${box} of ${id}`, state.at(`USER#${id}`, box) ?? {}, mailboxCounts(state, id, box)),
    ),
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
    if (!['UNDONE', 'CANCELLED'].includes(status) && price > 0)
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
