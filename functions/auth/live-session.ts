import { Refusal } from '#shared/refusals.ts';
import type { Instant } from '#shared/time.ts';
import type { User } from '../storage/accounts/users.ts';
import { userOfLiveSession } from '../storage/auth/sessions.ts';
import type { Key } from '../storage/keys.ts';
import type { ReadAhead } from '../storage/read-ahead.ts';
import { table } from '../storage/table.ts';
import type { Caller } from './tokens.ts';

/*
 * The session check of operations that write. An access token is valid for up to fifteen minutes, even if its session ends
 * in the meantime. Operations that only read trust the token. Operations that write first check that the session is live,
 * so that an old token cannot write after a sign-out, a new password, a reused refresh token, a block or a deletion. Operations
 * for staff check it too, also those that only read.
 */

/** A live session: its account, the id of the passkey that it began with, and the items that were read with them. */
export type LiveSession = {
  readonly user: User;
  readonly passkeyId: string | undefined;
  readonly ahead: ReadAhead;
};

/**
 * Checks that the session of a caller is live, and returns the account and the items of `keysAhead`, which the same call reads
 * for the handler. Refuses with UNAUTHENTICATED, like an expired token, if the session has ended; nothing that was read is
 * revealed then. The read is strongly consistent, so it sees a session that began or ended a moment ago. It runs before the
 * limits, so that calls of an ended session do not use up the limits of the owner.
 */
export async function checkSession(
  { userId, sessionId }: Caller,
  now: Instant,
  keysAhead: readonly Key[],
): Promise<LiveSession> {
  const { user, passkeyId, ahead } = await userOfLiveSession(
    table,
    userId,
    sessionId,
    now,
    keysAhead,
  );
  if (!user) throw new Refusal('UNAUTHENTICATED');
  return { user, passkeyId, ahead };
}
