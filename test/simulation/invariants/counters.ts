import type { Conversation } from '../../../shared/rules/conversations/conversations.ts';
import type { Invariant, View } from './view.ts';

/* Every counter equals what is there: counted here once more, from the conversations and entries alone. */

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

const shelf = (status: string) => (status === 'INVITED' ? 'OPEN' : status);

function unread(one: Conversation, side: 'sender' | 'recipient'): boolean {
  const readAt = side === 'sender' ? one.senderReadAt : one.recipientReadAt;
  const matters = ['PENDING', 'OPEN', 'INVITED', 'COMPLETED'].includes(one.status);
  return matters && one.lastMessageBy !== one[side].id && (readAt ?? 0) < one.lastMessageAt;
}

function countedBox(view: View, userId: string, box: 'INBOX' | 'ORDERS'): Counts {
  const side = box === 'INBOX' ? 'recipient' : 'sender';
  const counts: Counts = {};
  for (const one of view.conversations) {
    if (one[side].id !== userId || ['PAYING', 'UNDONE'].includes(one.status)) continue;
    if (one.status === 'CANCELLED' && box === 'INBOX') continue;
    add(counts, shelf(one.status));
    if (one.status !== 'CANCELLED') add(counts, 'ALL');
    if (unread(one, side)) add(counts, 'unread');
    if (one.status === 'PENDING' && box === 'INBOX') {
      const share = Math.floor((one.price * one.feeTerms.basisPoints + 5_000) / 10_000);
      add(counts, 'pendingNet', Math.max(0, one.price - share - one.feeTerms.fixed));
    }
  }
  return counts;
}

export const boxesAreTrue: Invariant = (view) =>
  view.users.flatMap(({ id }) =>
    (['INBOX', 'ORDERS'] as const).flatMap((box) =>
      compared(`${box} of ${id}`, view.at(`USER#${id}`, box) ?? {}, countedBox(view, id, box)),
    ),
  );

/** Places of the commitment are taken by what was paid and not taken back; earnings count in the month of the answer. */
export const monthsAreTrue: Invariant = (view) => {
  const months = new Map<string, Counts>();
  const of = (userId: string, month: string) => {
    const name = `USER#${userId}\nMONTH#${month}`;
    const counts = months.get(name) ?? {};
    months.set(name, counts);
    return counts;
  };
  for (const { status, recipient, month, price } of view.conversations)
    if (!['UNDONE', 'CANCELLED'].includes(status) && price > 0)
      add(of(recipient.id, month), 'reservedCount');
  for (const { cause, at, userId = '', postings } of view.entries) {
    if (!cause.startsWith('answered:')) continue;
    const counts = of(userId, new Date(at).toISOString().slice(0, 7));
    add(counts, 'answeredCount');
    for (const { account, amount } of postings) {
      if (account === 'held') add(counts, 'gross', -amount);
      if (account === 'platform:fees') add(counts, 'fees', amount);
    }
  }
  const kept = view.items.filter(({ sk }) => sk.startsWith('MONTH#'));
  for (const { pk, sk } of kept) of(pk.slice('USER#'.length), sk.slice('MONTH#'.length));
  return [...months].flatMap(([name, wanted]) => {
    const [pk = '', sk = ''] = name.split('\n');
    return compared(`${sk} of ${pk}`, view.at(pk, sk) ?? {}, wanted);
  });
};

/** What people see of how well somebody answers. */
export const ratesAreTrue: Invariant = (view) =>
  view.users.flatMap(({ id, endedCount = 0, answeredCount = 0 }) => {
    const theirs = view.conversations.filter(
      ({ recipient, price }) => recipient.id === id && price > 0,
    );
    const answered = theirs.filter(({ net }) => net !== undefined).length;
    const expired = theirs.filter(
      ({ status, reasonCode }) => status === 'EXPIRED' && reasonCode === 'RETURN_TO_SENDER',
    ).length;
    return compared(
      `the rate of ${id}`,
      { endedCount, answeredCount },
      { endedCount: answered + expired, answeredCount: answered },
    );
  });
