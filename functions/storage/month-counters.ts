import type { Cents } from '#shared/money.ts';
import { type Instant, monthOf } from '#shared/time.ts';
import { below, missingOr } from './conditions.ts';
import { addToCounters } from './counters.ts';
import { monthKey } from './keys.ts';
import { type Step, type TableReader, update } from './table.ts';

/** A recipient's counters of a calendar month (UTC): reserved paid messages, and earnings in cents. */
export type Month = {
  readonly reservedCount: number;
  readonly answeredCount: number;
  readonly gross: number;
  readonly fees: number;
};

/** The counters of a month without activity. */
export const NO_MONTH: Month = { reservedCount: 0, answeredCount: 0, gross: 0, fees: 0 };

export async function monthOfUser(
  table: TableReader,
  userId: string,
  now: Instant,
): Promise<Month> {
  const found = await table.get<Partial<Month>>(monthKey(userId, monthOf(now)));
  return { ...NO_MONTH, ...found };
}

/** The step that reserves one of the paid messages that a recipient accepts in a month. FULL: none is left. */
export function reservePaidMessage(
  userId: string,
  month: string,
  commitment: number,
): Step<'FULL'> {
  return update(
    monthKey(userId, month),
    { add: { reservedCount: 1 } },
    {
      when: { reservedCount: commitment > 0 ? missingOr(below(commitment)) : below(commitment) },
      otherwise: 'FULL',
    },
  );
}

export function releasePaidMessage(userId: string, month: string): Step<never> | undefined {
  return addToCounters(monthKey(userId, month), { reservedCount: -1 });
}

export function countEarning(
  userId: string,
  earned: { readonly gross: Cents; readonly fee: Cents },
  now: Instant,
): Step<never> | undefined {
  return addToCounters(monthKey(userId, monthOf(now)), {
    answeredCount: 1,
    gross: earned.gross,
    fees: earned.fee,
  });
}
