import { type Cents, minus } from '../../../shared/money.ts';
import type { MovedMoney } from '../../../shared/rules/desk/second-person.ts';
import { DAY, type Instant, later, toIso, toSeconds } from '../../../shared/time.ts';
import { caseKey, movedAloneKey } from '../keys.ts';
import { check, type Step, update } from '../table.ts';

/* What staff move alone: one counter for each conversation or account and day (UTC). */

/** The step that counts money which one person moves alone. LIMIT: with it, more than `limit` would have moved on this day. */
export function countMovedAlone(
  { subjectId, amount }: MovedMoney,
  limit: Cents,
  now: Instant,
): Step<'LIMIT'> {
  return update(
    movedAloneKey(subjectId, toIso(now).slice(0, 10)),
    'SET #expiresAt = :expiresAt ADD #amount :amount',
    { expiresAt: toSeconds(later(now, 3 * DAY)), amount },
    {
      when: 'attribute_not_exists(#amount) OR #amount <= :room',
      values: { room: minus(limit, amount) },
      otherwise: 'LIMIT',
    },
  );
}

/** The step that fails with WAITING while a case with this id waits for a decision. */
export const requireNoOpenCase = (caseId: string): Step<'WAITING'> =>
  check(caseKey(caseId), {
    when: 'attribute_not_exists(#pk) OR attribute_exists(#decision)',
    otherwise: 'WAITING',
  });
