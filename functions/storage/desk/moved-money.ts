import { type Cents, minus, ZERO } from '#shared/money.ts';
import type { MovedMoney } from '#shared/rules/desk/second-person.ts';
import { DAY, type Instant, later, toIso, toSeconds } from '#shared/time.ts';
import { atMost, exists, missingOr } from '../conditions.ts';
import { caseKey, movedAloneKey } from '../keys.ts';
import { check, type Step, type TableReader, update } from '../table.ts';

/* What staff move alone: one counter for each conversation or account and day (UTC). */

/** `expiresAt`: epoch seconds. */
export type MovedAlone = { readonly amount: Cents; readonly expiresAt: number };

/** The step that counts money which one person moves alone. LIMIT: with it, more than `limit` would have moved on this day. */
export function countMovedAlone(
  { subjectId, amount }: MovedMoney,
  limit: Cents,
  now: Instant,
): Step<'LIMIT'> {
  return update(
    movedAloneKey(subjectId, toIso(now).slice(0, 10)),
    { set: { expiresAt: toSeconds(later(now, 3 * DAY)) }, add: { amount } },
    { when: { amount: missingOr(atMost(minus(limit, amount))) }, otherwise: 'LIMIT' },
  );
}

/** What staff moved alone of a conversation or an account on the day (UTC) of `now`. */
export async function movedAlone(
  table: TableReader,
  subjectId: string,
  now: Instant,
): Promise<Cents> {
  const key = movedAloneKey(subjectId, toIso(now).slice(0, 10));
  const counted = await table.get<MovedAlone>(key);
  return counted?.amount ?? ZERO;
}

/** The step that fails with WAITING while a case with this id waits for a decision. */
export const requireNoOpenCase = (caseId: string): Step<'WAITING'> =>
  check(caseKey(caseId), {
    when: [{ pk: undefined }, { decision: exists }],
    otherwise: 'WAITING',
  });
