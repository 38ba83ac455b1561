import { type Cents, cents } from '#shared/money.ts';
import type { Instant } from '#shared/time.ts';
import { monthKey, userKey } from '../keys.ts';
import type { Month } from '../month-counters.ts';
import type { TableReader } from '../table.ts';
import { ifNotExpired, type User } from './users.ts';

/** What a person earned in a month: the price of the answered messages, and the fees in it. */
export type EarnedInMonth = {
  readonly month: string;
  readonly gross: Cents;
  readonly fees: Cents;
};

/** Reads an account and what it earned in some months, in one call. Months without earnings are left out. */
export async function accountInMonths(
  table: TableReader,
  userId: string,
  months: readonly string[],
  now: Instant,
): Promise<{ readonly user: User | undefined; readonly months: EarnedInMonth[] }> {
  const keys = [userKey(userId), ...months.map((month) => monthKey(userId, month))];
  const [user, ...counted] = await table.getMany<unknown>(keys, 'eventual');
  return {
    user: ifNotExpired(user as User | undefined, now),
    months: months.flatMap((month, nth) => {
      const { gross = 0, fees = 0 } = (counted[nth] ?? {}) as Partial<Month>;
      return gross > 0 ? [{ month, gross: cents(gross), fees: cents(fees) }] : [];
    }),
  };
}
