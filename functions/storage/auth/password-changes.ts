import type { Instant } from '../../../shared/time.ts';
import { credentialsUnchanged, PENDING_PHONE, type User } from '../accounts/users.ts';
import { userKey } from '../keys.ts';
import { type Step, type TableWriter, update } from '../table.ts';
import { forgetDevices } from './known-devices.ts';
import { sessionEndUpdate } from './sessions.ts';

/**
 * Replaces the password in one transaction with `proof`, the step that proves the right to it. It ends every other session
 * except `keep`, forgets every known device except `keepDevice`, and cancels a pending phone change: a thief who knew the
 * old password may own the device or have requested the change. `isReset`: the proof is a texted code. If the password or
 * the phone number changes at the same moment, this returns `CHANGED`, or the outcome of `proof`.
 */
export function changePassword<Outcome extends string>(
  table: TableWriter,
  user: User,
  passwordHash: string,
  now: Instant,
  proof: Step<Outcome>,
  { keep, keepDevice, isReset = false }: PasswordChangeOptions = {},
): Promise<'done' | 'CHANGED' | Outcome> {
  const sessionEnd = sessionEndUpdate(now, keep);
  return table.transact<Outcome | 'CHANGED'>(
    proof,
    update(
      userKey(user.id),
      `SET #passwordHash = :passwordHash, ${sessionEnd.change}${isReset ? ', #passwordResetAt = :now' : ''} REMOVE ${PENDING_PHONE}`,
      { passwordHash, ...sessionEnd.values, ...(isReset && { now }) },
      credentialsUnchanged(user, 'CHANGED'),
    ),
    forgetDevices(user.id, now, keepDevice),
  );
}

type PasswordChangeOptions = {
  readonly keep?: string;
  readonly keepDevice?: string | undefined;
  readonly isReset?: boolean;
};
