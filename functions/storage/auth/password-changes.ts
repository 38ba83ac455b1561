import type { Instant } from '#shared/time.ts';
import { PENDING_PHONE, type User } from '../accounts/users.ts';
import { userKey } from '../keys.ts';
import { type Step, type TableWriter, update } from '../table.ts';
import { forgetDevices } from './known-devices.ts';
import { endPasskeys, passkeysLess } from './passkeys.ts';
import { ladderUnchanged, recordStep, stepTimes } from './security-steps.ts';
import { sessionEnd } from './sessions.ts';
import type { Passkey } from './stored-passkey.ts';

/**
 * Replaces the password in one transaction with `proof`, the step that proves the right to it. It ends every other session
 * except `keep` and the passkeys in `endedPasskeys`, forgets every known device except `keepDevice`, and cancels a pending phone
 * change: a thief who knew the old password may own the device, have added the passkey or requested the change. If the password,
 * the phone number, the ladder or the passkeys change at the same moment, this returns `CHANGED`, or the outcome of `proof`.
 */
export function changePassword<Outcome extends string>(
  table: TableWriter,
  user: User,
  { step, passwordHash, proof, endedPasskeys, keep, keepDevice }: PasswordChange<Outcome>,
  now: Instant,
): Promise<'done' | 'CHANGED' | Outcome> {
  return table.transact<Outcome | 'CHANGED'>(
    proof,
    update(
      userKey(user.id),
      {
        set: { passwordHash, ...sessionEnd(now, keep), ...stepTimes(now, step) },
        remove: PENDING_PHONE,
        add: passkeysLess(endedPasskeys),
      },
      ladderUnchanged(user),
    ),
    ...endPasskeys(endedPasskeys),
    ...recordStep(user, step, now, { endedPasskeys }),
    forgetDevices(user.id, now, keepDevice),
  );
}

type PasswordChange<Outcome extends string> = {
  readonly step: 'PASSWORD_RESET' | 'PASSWORD_CHANGE';
  readonly passwordHash: string;
  readonly proof: Step<Outcome>;
  /** The passkeys that the person did not keep. */
  readonly endedPasskeys: readonly Passkey[];
  readonly keep?: string;
  readonly keepDevice?: string | undefined;
};
