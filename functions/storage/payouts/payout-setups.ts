import { HOUR, type Instant, later } from '#shared/time.ts';
import { type User, userById } from '../accounts/users.ts';
import { ladderUnchanged, recordStep, stepTimes } from '../auth/security-steps.ts';
import { userKey } from '../keys.ts';
import { type TableWriter, update } from '../table.ts';

/** A link within this time continues the same setup, because links expire after minutes; its owner is not told again. */
const SETUP_TIME = HOUR;

/** Records that the setup of payouts was opened, and publishes the event. CHANGED: another step of the ladder was made meanwhile. */
export async function recordPayoutSetup(
  table: TableWriter,
  user: User,
  now: Instant,
): Promise<'done' | 'CHANGED'> {
  if (isSetupOpen(user, now)) return 'done';
  const recorded = await table.transact<'CHANGED'>(
    update(userKey(user.id), { set: stepTimes(now, 'PAYOUT_SETUP') }, ladderUnchanged(user)),
    ...recordStep(user, 'PAYOUT_SETUP', now),
  );
  if (recorded === 'done') return recorded;
  // A simultaneous call, such as a second press, may have recorded the same setup.
  const current = await userById(table, user.id, now);
  const isOpen =
    current !== undefined && !isStepBetween(user, current) && isSetupOpen(current, now);
  return isOpen ? 'done' : recorded;
}

/** Whether a setup was opened a short time ago, and not stopped since. */
function isSetupOpen({ payoutSetUpAt, stepStoppedAt }: User, now: Instant): boolean {
  if (payoutSetUpAt === undefined || (stepStoppedAt ?? 0) >= payoutSetUpAt) return false;
  return now < later(payoutSetUpAt, SETUP_TIME);
}

/** Whether a step other than a setup of payouts was made since the account was read. */
const isStepBetween = (read: User, current: User): boolean =>
  current.ladderStepAt !== read.ladderStepAt && current.ladderStepAt !== current.payoutSetUpAt;
