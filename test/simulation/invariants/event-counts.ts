import type { Conversation } from '../../../shared/rules/conversations/conversations.ts';
import type { Invariant, Snapshot } from './snapshot.ts';

/* What subscribers count from domain events: each order once, however often and in whatever order its events come. Not every
 * history has these subscribers. */

const ENDED_UNANSWERED = ['EXPIRED', 'DECLINED', 'CANCELLED', 'REPORTED'];

/** The time at which a paid order was answered or ended; undefined if it is free or has not ended. */
function endOf({ status, price, net, reasonCode, deadlineAt, history }: Conversation) {
  if (price === 0) return undefined;
  // An unanswered message counts from its deadline, however late the schedule ends it.
  if (status === 'EXPIRED' && reasonCode === 'RETURN_TO_SENDER') return deadlineAt;
  if (net === undefined && !ENDED_UNANSWERED.includes(status)) return undefined;
  const end = net === undefined ? status : 'ANSWERED';
  return history.find(({ event }) => event === end)?.at;
}

type Sum = { orders: number; paid: number };

/** Adds to the sum of this name. */
function add(sums: Map<string, Sum>, name: string, orders: number, paid: number): void {
  const sum = sums.get(name) ?? { orders: 0, paid: 0 };
  sums.set(name, { orders: sum.orders + orders, paid: sum.paid + paid });
}

function differences(what: string, kept: Map<string, Sum>, wanted: Map<string, Sum>): string[] {
  return [...new Set([...kept.keys(), ...wanted.keys()])].flatMap((name) => {
    const [is, was] = [kept.get(name), wanted.get(name)];
    return (is?.orders ?? 0) === (was?.orders ?? 0) && (is?.paid ?? 0) === (was?.paid ?? 0)
      ? []
      : [`${what} of ${name}: ${JSON.stringify(is)} is counted, not ${JSON.stringify(was)}`];
  });
}

/** The figures of the platform have each paid order that ended once, with its price, in the month in which it ended. */
export const reliabilityCountsMatch: Invariant = (state) => {
  if (!state.world.bus.subscribed.includes('countReliability')) return [];
  const [kept, wanted] = [new Map<string, Sum>(), new Map<string, Sum>()];
  for (const { pk, sk, ...counts } of state.items) {
    if (!pk.startsWith('RELIABILITY#') || sk.startsWith('ORDER#')) continue;
    const of = (name: string) => Number((counts as Record<string, unknown>)[name] ?? 0);
    const orders = of('answered') + of('unanswered') + of('otherwise');
    add(kept, pk.slice('RELIABILITY#'.length), orders, of('paid'));
  }
  for (const order of state.conversations) {
    const at = endOf(order);
    if (at !== undefined) add(wanted, new Date(at).toISOString().slice(0, 7), 1, order.price);
  }
  return differences('the reliability', kept, wanted);
};

/** The analytics of a person have each message that was paid to them once, with its price, on the day of the payment. */
export const analyticsCountsMatch: Invariant = (state) => {
  if (!state.world.bus.subscribed.includes('countAnalytics')) return [];
  const [kept, wanted] = [new Map<string, Sum>(), new Map<string, Sum>()];
  for (const item of state.items) if (/^ANALYTICS#[^#]+$/.test(item.pk)) addDay(kept, item);
  const deleted = state.users.filter(({ deletedAt }) => deletedAt !== undefined);
  const isDeleted = new Set(deleted.map(({ id }) => id));
  for (const { status, price, paidAt, recipient, tier } of state.conversations) {
    if (price === 0 || isDeleted.has(recipient.id) || /^(PAYING|UNDONE)$/.test(status)) continue;
    const day = new Date(paidAt).toISOString().slice(0, 10);
    add(wanted, `${recipient.id} on ${day}`, 1, tier ? 0 : price);
  }
  for (const name of kept.keys()) if (isDeleted.has(name.split(' ')[0] ?? '')) kept.delete(name);
  return differences('the analytics', kept, wanted);
};

function addDay(sums: Map<string, Sum>, { pk, sk, ...counts }: Snapshot['items'][number]): void {
  const name = `${pk.slice('ANALYTICS#'.length)} on ${sk}`;
  for (const [counter, count] of Object.entries(counts)) {
    if (counter.startsWith('paid_')) add(sums, name, Number(count), 0);
    if (counter.startsWith('paidAt_')) add(sums, name, 0, Number(count) * Number(counter.slice(7)));
  }
}
