import type { Instant } from '#shared/time.ts';
import type { User } from '../accounts/users.ts';
import type { Condition } from '../conditions.ts';
import { userKey } from '../keys.ts';
import { endSuppression } from '../notifications/suppressed-emails.ts';
import { type Step, type TableWriter, update } from '../table.ts';
import { moveEmailEntry, removeEmailEntry } from './email-entries.ts';
import { ladderAsRead, recordStep, stepTimes } from './security-steps.ts';
import { requireLiveSession } from './sessions.ts';

/*
 * Changes of an account's email address. It is stored only once it is confirmed, and several accounts may have the same, because
 * nobody signs in with it. The old address gets a message, so the step of the ladder keeps it (security-steps.ts).
 */

export type EmailChangeOutcome = 'done' | 'SPENT' | 'SESSION_OVER' | 'CHANGED';

/**
 * Sets the email address of an account in one transaction: spends the code, stores the address and publishes the event. CHANGED:
 * the password, the phone number or the address differ from what was read, or another step of the ladder was made since.
 */
export function setEmail(
  table: TableWriter,
  user: User,
  { email, sessionId, spend }: { email: string; sessionId: string; spend: Step<'SPENT'> },
  now: Instant,
): Promise<EmailChangeOutcome> {
  return table.transact<Exclude<EmailChangeOutcome, 'done'>>(
    spend,
    requireLiveSession(user, sessionId, now),
    update(
      userKey(user.id),
      { set: { email, emailConfirmedAt: now, ...stepTimes(now, 'EMAIL_CHANGE') } },
      unchangedSinceRead(user),
    ),
    endSuppression(email),
    ...moveEmailEntry(user, email),
    ...recordStep(user, 'EMAIL_CHANGE', now),
  );
}

/** Removes the email address of an account and publishes the event. CHANGED as in `setEmail`. */
export function clearEmail(
  table: TableWriter,
  user: User,
  sessionId: string,
  now: Instant,
): Promise<Exclude<EmailChangeOutcome, 'SPENT'>> {
  return table.transact<'SESSION_OVER' | 'CHANGED'>(
    requireLiveSession(user, sessionId, now),
    update(
      userKey(user.id),
      { set: stepTimes(now, 'EMAIL_CHANGE'), remove: ['email', 'emailConfirmedAt'] },
      unchangedSinceRead(user),
    ),
    ...removeEmailEntry(user),
    ...recordStep(user, 'EMAIL_CHANGE', now),
  );
}

/** The condition that password, phone number, ladder and email address are as they were read. */
const unchangedSinceRead = (user: User): Condition<User, 'CHANGED'> => ({
  when: { ...ladderAsRead(user), email: user.email },
  otherwise: 'CHANGED',
});
