import { Refusal } from '../../shared/refusals.ts';
import type { User } from '../storage/users.ts';

/** Who reads it has proved who they are. */
const BLOCKED = 'This account is blocked and cannot be used. What is owed to you is kept for you.';

/**
 * Refuses somebody whom an operator blocked: at every way to sign in, and wherever people pay, write or chat, because an
 * access token outlives its session by up to fifteen minutes. Who is asked has read the account anyway.
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
