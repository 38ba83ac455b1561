import { PAYOUT_GRACE, PAYOUT_TRIES } from '#shared/rules/payouts/payouts.ts';
import { fromIso, type Instant, later, toIso } from '#shared/time.ts';
import { dueList } from '../index-keys.ts';
import { type Key, PAYOUT_PREFIX, payoutReminderKey, userIn } from '../keys.ts';
import type { TableReader } from '../table.ts';
import { LONGEST_PAUSE } from './payouts.ts';

type Due = Key & { readonly gsi5sk: string };

/**
 * The number of late balances, payouts and accounts: due for two hours, or postponed after failed tries of more than an hour.
 * Payouts that wait for their account are not late. It reads everything that is overdue or due within a day, by key: on the
 * 7th and the 8th that is everybody with a balance.
 */
export async function latePayouts(table: TableReader, now: Instant): Promise<number> {
  let late = 0;
  let from: Readonly<Record<string, unknown>> | undefined;
  do {
    const { items, next } = await table.query<Due>({
      index: 'gsi5',
      partition: dueList('PAYOUT'),
      upTo: toIso(later(now, LONGEST_PAUSE)),
      limit: 100,
      from,
    });
    const payable = items.filter(({ pk, sk }) => sk !== payoutReminderKey(userIn({ pk, sk })).sk);
    const untouched = payable.filter((item) => dueAt(item) <= later(now, -PAYOUT_GRACE));
    const others = payable.filter((item) => !untouched.includes(item));
    late += untouched.length + (await countFailedTries(table, others));
    from = next;
  } while (from);
  return late;
}

const dueAt = ({ gsi5sk }: Due): Instant => fromIso(gsi5sk.slice(0, gsi5sk.indexOf('#')));

async function countFailedTries(table: TableReader, items: readonly Due[]): Promise<number> {
  const keys = items
    .filter(({ sk }) => sk.startsWith(PAYOUT_PREFIX))
    .map(({ pk, sk }) => ({ pk, sk }));
  const payouts = await table.getMany<{ readonly tries?: number }>(keys, 'eventual');
  return payouts.filter((payout) => (payout?.tries ?? 0) >= PAYOUT_TRIES).length;
}
