import type { OperationSpec, Use } from '../shared/api/operation.ts';
import { Refusal } from '../shared/refusals.ts';
import type { Instant } from '../shared/time.ts';
import { isSessionLive } from './storage/sessions.ts';
import { table } from './storage/table.ts';
import type { Caller } from './tokens.ts';

/*
 * An access token lasts up to fifteen minutes, whatever happens to its session meanwhile. Whoever only reads goes by the
 * token alone; whatever writes reads first whether the session goes on, so that after signing out, a new password, a
 * stolen refresh token, a block or a deletion an old token changes nothing any more.
 */

/** Reads, and marks in chats, which are sent every few seconds and say only who is writing and how far somebody has read. */
const NEEDS_NO_SESSION: readonly Use[] = ['table.read', 'marks'];

/** Whether an operation is for people who are signed in and may change more than marks. */
export const needsSession = ({ who, uses, endsSession }: OperationSpec): boolean =>
  who !== 'anyone' && !endsSession && uses.some((use) => !NEEDS_NO_SESSION.includes(use));

/**
 * Refuses with UNAUTHENTICATED, like an expired token, where an operation needs the caller's session and it is over. Reads it
 * and the account in one call, consistently: a session that began a moment ago is there, and one that ended a moment ago is
 * not. Comes before the limits, so that calls of an ended session do not use up those of its owner.
 */
export async function refuseEndedSession(
  definition: OperationSpec,
  { caller, now }: { readonly caller?: Caller; readonly now: Instant },
): Promise<void> {
  if (!caller || !needsSession(definition)) return;
  if (await isSessionLive(table, caller.userId, caller.sessionId, now)) return;
  throw new Refusal('UNAUTHENTICATED');
}
