import { PAYOUT_GRACE, PAYOUT_TRIES } from '../../../shared/rules/payouts/payouts.ts';
import { fromIso, type Instant, later, toIso } from '../../../shared/time.ts';
import { dueList, type Key, PAYOUT_PREFIX, payoutReminderKey, userIn } from '../keys.ts';
import type { TableReader } from '../table.ts';
import { LONGEST_PAUSE } from './payouts.ts';

type Due = Key & { readonly gsi5sk: string };

/**
 * How many balances, payouts and accounts should have been brought on: untouched though they fell due two hours ago, or
 * tried in vain for more than an hour and put off. Somebody whose account is not ready waits for themselves and is not late.
 * Reads what is due, put off, or due within a day: on the two days before an 8th everybody who is owed something, by key.
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
    late += untouched.length + (await triedInVain(table, others));
    from = next;
  } while (from);
  return late;
}

const dueAt = ({ gsi5sk }: Due): Instant => fromIso(gsi5sk.slice(0, gsi5sk.indexOf('#')));

async function triedInVain(table: TableReader, items: readonly Due[]): Promise<number> {
  const keys = items
    .filter(({ sk }) => sk.startsWith(PAYOUT_PREFIX))
    .map(({ pk, sk }) => ({ pk, sk }));
  const payouts = await table.getMany<{ readonly tries?: number }>(keys, 'eventual');
  return payouts.filter((payout) => (payout?.tries ?? 0) >= PAYOUT_TRIES).length;
}
