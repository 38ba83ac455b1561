import type { User } from '../../../functions/storage/accounts/users.ts';
import { addToCounters } from '../../../functions/storage/counters.ts';
import { userKey } from '../../../functions/storage/keys.ts';
import { storedOutcomes } from '../../../functions/storage/profiles/odds.ts';
import { put, type TableWriter } from '../../../functions/storage/table.ts';
import { newId } from '../../../shared/ids.ts';
import { DAY, type Instant, later } from '../../../shared/time.ts';

/*
 * How earlier orders of some creators ended, so that their profiles show odds; the others are new. Written to the table as the
 * subscriber of their events would have done. The seeded conversations add to them.
 */

type SeededOutcomes = {
  readonly answered: number;
  readonly unanswered: number;
  /** The usual hours from the payment to the answer. */
  readonly hours: number;
};

export const OUTCOMES: Readonly<Record<string, SeededOutcomes>> = {
  'ana.markovic': { answered: 45, unanswered: 3, hours: 19 },
  'tom.weller': { answered: 17, unanswered: 0, hours: 7 },
  'mina.sato': { answered: 11, unanswered: 1, hours: 70 },
  'elise.laurent': { answered: 5, unanswered: 6, hours: 120 },
  'oskar.nowak': { answered: 8, unanswered: 0, hours: 26 },
};

/** The days before the present in which the orders ended. */
const [OLDEST, NEWEST] = [80, 25];

/** Writes the outcomes of one creator. `present`: the time at which the seeded history ends. */
export async function seedOutcomes(
  table: TableWriter,
  user: User,
  { answered, unanswered, hours }: SeededOutcomes,
  present: Instant,
): Promise<void> {
  const ended = answered + unanswered;
  const outcomes = Object.fromEntries(
    Array.from({ length: ended }, (_, nth) => {
      const at = later(present, -(OLDEST - ((OLDEST - NEWEST) * nth) / ended) * DAY);
      // The unanswered ones are the oldest. The answers took from half the usual time to one and a half of it.
      const share = 0.5 + (nth - unanswered + 0.5) / answered;
      const minutes = Math.round(share * hours * 60);
      return [newId(at), nth < unanswered ? { at } : { at, minutes }];
    }),
  );
  await table.write(put(storedOutcomes(user.id, { outcomes, version: 1 }, present)));
  const counted = addToCounters(userKey(user.id), { endedCount: ended, answeredCount: answered });
  if (counted) await table.write(counted);
}
