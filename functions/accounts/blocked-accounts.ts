import { Refusal } from '#shared/refusals.ts';
import type { User } from '../storage/accounts/users.ts';

/** Returned only after the person has authenticated, so it reveals nothing to others. */
export const ACCOUNT_BLOCKED =
  'This account is blocked and can’t be used. What is owed to you is kept for you.';

/**
 * Refuses an account that an operator has blocked (not a person: that is a contact relation): at every sign-in, and in
 * operations that read the account anyway. All other operations that write are refused because the block ends the sessions:
 * functions/auth/live-session.ts.
 */
export function refuseBlockedAccount(user: Pick<User, 'blockedAt'> | undefined): void {
  if (user?.blockedAt !== undefined) throw new Refusal('FORBIDDEN', { message: ACCOUNT_BLOCKED });
}

/** Returns how many paid messages the account accepts in a month: none while it is blocked or about to be deleted, whatever its setting. */
export const commitmentOf = ({
  blockedAt,
  deletionAt,
  paidResponseCommitment,
}: Pick<User, 'blockedAt' | 'deletionAt' | 'paidResponseCommitment'>): number =>
  blockedAt === undefined && deletionAt === undefined ? paidResponseCommitment : 0;
