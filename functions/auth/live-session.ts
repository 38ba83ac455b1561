import { needsSession } from '../../shared/api/function-definition.ts';
import type { OperationSpec } from '../../shared/api/operation.ts';
import { Refusal } from '../../shared/refusals.ts';
import type { Instant } from '../../shared/time.ts';
import type { User } from '../storage/accounts/users.ts';
import { userOfLiveSession } from '../storage/auth/sessions.ts';
import { table } from '../storage/table.ts';
import type { Caller } from './tokens.ts';

/*
 * The session check of operations that write. An access token is valid for up to fifteen minutes, even if its session ends
 * in the meantime. Operations that only read trust the token. Operations that write first check that the session is live,
 * so that an old token cannot write after a sign-out, a new password, a reused refresh token, a block or a deletion.
 */

/**
 * Checks the caller's session if the operation needs a live one, and returns the account that the check has read. Refuses
 * with UNAUTHENTICATED, like an expired token, if the session has ended. The read is strongly consistent, so it sees a
 * session that began or ended a moment ago. It runs before the limits, so that calls of an ended session do not use up the
 * limits of the owner.
 */
export async function checkSession(
  definition: OperationSpec,
  { caller, now }: { readonly caller?: Caller; readonly now: Instant },
): Promise<User | undefined> {
  if (!caller || !needsSession(definition)) return undefined;
  const user = await userOfLiveSession(table, caller.userId, caller.sessionId, now);
  if (!user) throw new Refusal('UNAUTHENTICATED');
  return user;
}
