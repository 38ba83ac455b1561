import type { Instant } from '../../shared/time.ts';
import { userKey } from './keys.ts';
import { forgetDevices } from './known-devices.ts';
import { endingSessions } from './sessions.ts';
import { type Step, type TableWriter, update } from './table.ts';
import { PENDING_PHONE, stillReachedBy, type User } from './users.ts';

/**
 * A new password in the place of the one that was read, in one transaction with what proves the right to it. Every
 * session that began before is over with it, even where nobody comes to remove them one by one; `keep` goes on. `isReset`: by a texted code.
 * All known devices are forgotten but `keepDevice`: one of them may be of whoever knew the old password.
 * Of two changes at once, of the password or of the phone, one wins; the other answers `CHANGED`, or the outcome of
 * its proof. A pending change of the phone number ends: whoever asked for it may have known the old password.
 */
export function changePassword<Outcome extends string>(
  table: TableWriter,
  user: User,
  passwordHash: string,
  now: Instant,
  proof: Step<Outcome>,
  { keep, keepDevice, isReset = false }: Change = {},
): Promise<'done' | 'CHANGED' | Outcome> {
  const ending = endingSessions(now, keep);
  return table.transact<Outcome | 'CHANGED'>(
    proof,
    update(
      userKey(user.id),
      `SET #passwordHash = :passwordHash, ${ending.change}${isReset ? ', #passwordResetAt = :now' : ''} REMOVE ${PENDING_PHONE}`,
      { passwordHash, ...ending.values, ...(isReset && { now }) },
      stillReachedBy(user, 'CHANGED'),
    ),
    forgetDevices(user.id, now, keepDevice),
  );
}

type Change = {
  readonly keep?: string;
  readonly keepDevice?: string | undefined;
  readonly isReset?: boolean;
};
