import { Refusal } from '../../shared/refusals.ts';
import type { User } from '../storage/users.ts';

/** Who reads it has proved who they are. */
const BLOCKED = 'This account is blocked and cannot be used. What is owed to you is kept for you.';

/**
 * Refuses somebody whom an operator blocked: at every way to sign in, and, where the account is read anyway, when the block
 * came after the call began. All other writing ends with the session that the block ends: functions/live-session.ts.
 */
export function refuseBlocked(user: Pick<User, 'blockedAt'> | undefined): void {
  if (user?.blockedAt !== undefined) throw new Refusal('FORBIDDEN', { message: BLOCKED });
}

/** Paid messages that somebody takes in a month: none while they are blocked, whatever they ask for. */
export const commitmentOf = ({
  blockedAt,
  paidResponseCommitment,
}: Pick<User, 'blockedAt' | 'paidResponseCommitment'>): number =>
  blockedAt === undefined ? paidResponseCommitment : 0;
