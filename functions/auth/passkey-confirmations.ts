import { type ConfirmedAction, canConfirm } from '#shared/rules/auth/passkeys.ts';
import { opensDesk } from '#shared/rules/desk/desk-passkeys.ts';
import type { Settings } from '#shared/settings.ts';
import type { Instant } from '#shared/time.ts';
import type { User } from '../storage/accounts/users.ts';
import type { Passkey } from '../storage/auth/stored-passkey.ts';

/**
 * Whether a passkey of this person may confirm an action. A further passkey of staff opens the desk, so only one that opens it
 * confirms that.
 */
export function mayConfirm(
  { settings, now }: { readonly settings: Settings; readonly now: Instant },
  action: ConfirmedAction,
  passkey: Passkey,
  user: User | undefined,
): boolean {
  if (action !== 'PASSKEY') return canConfirm(passkey, now);
  return user?.permissionIds !== undefined && opensDesk(passkey, user, settings, now);
}
