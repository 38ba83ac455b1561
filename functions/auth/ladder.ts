import { Refusal } from '#shared/refusals.ts';
import { type LadderStep, ladderWait, waitSentence } from '#shared/rules/auth/takeover-ladder.ts';
import type { Instant } from '#shared/time.ts';
import type { User } from '../storage/accounts/users.ts';

/** Refuses a step of the takeover ladder that has to wait with WRONG_STATUS: why, and from when on it can be made. */
export function refuseWaitingStep(step: LadderStep, user: User, now: Instant): void {
  const wait = ladderWait(step, user, now);
  if (wait) throw new Refusal('WRONG_STATUS', { message: waitSentence(wait) });
}
