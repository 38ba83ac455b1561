import { HOUR, type Instant, later } from '../../../shared/time.ts';
import type { User } from '../accounts/users.ts';
import { ladderUnchanged, recordStep, stepTimes } from '../auth/security-steps.ts';
import { userKey } from '../keys.ts';
import { type TableWriter, update } from '../table.ts';

/** A link within this time continues the same setup, because links expire after minutes; its owner is not told again. */
export const SETUP_TIME = HOUR;

/** Records that the setup of payouts was opened, and publishes the event. CHANGED: another step of the ladder was made meanwhile. */
export async function recordPayoutSetup(
  table: TableWriter,
  user: User,
  now: Instant,
): Promise<'done' | 'CHANGED'> {
  const { payoutSetUpAt, stepStoppedAt } = user;
  const isStopped = (stepStoppedAt ?? 0) >= (payoutSetUpAt ?? 0);
  if (payoutSetUpAt !== undefined && !isStopped && now < later(payoutSetUpAt, SETUP_TIME))
    return 'done';
  return table.transact<'CHANGED'>(
    update(
      userKey(user.id),
      `SET ${stepTimes('PAYOUT_SETUP')}`,
      { now },
      ladderUnchanged(user, 'CHANGED'),
    ),
    ...recordStep(user, 'PAYOUT_SETUP', now),
  );
}
