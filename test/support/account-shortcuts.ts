import type { User } from '#functions/storage/accounts/users.ts';
import { newPasskey } from '#functions/storage/auth/passkeys.ts';
import { sessionKey, userKey } from '#functions/storage/keys.ts';
import { put, table, update } from '#functions/storage/table.ts';
import { newId } from '#shared/ids.ts';
import type { SignInMethod } from '#shared/rules/auth/passkeys.ts';
import { PERMISSIONS, type Permission } from '#shared/rules/desk/permissions.ts';
import { DAY, type Instant, later } from '#shared/time.ts';

/*
 * Shortcuts that write to accounts past the operations: no operation makes somebody a member of staff, and a confirmed address
 * takes a code, a password and two calls, which most tests do not ask about.
 */

type Account = { readonly user: User; readonly sessionId: string };

/** Gives an account a confirmed address, without the code and the password. */
export const setEmail = ({ id }: User, email: string, emailConfirmedAt: Instant) =>
  table.write(update(userKey(id), { set: { email, emailConfirmedAt } }));

/** Gives a person these permissions, and a session that began with a passkey, which has opened the desk for 30 days. */
export async function makeStaff(
  { user, sessionId }: Account,
  permissions: readonly Permission[] = PERMISSIONS,
): Promise<void> {
  const { id: userId, createdAt } = user;
  const credential = { publicKey: 'none', counter: 0, backedUp: false, name: 'Key' };
  const passkey = newPasskey(
    {
      ...credential,
      userId,
      credentialId: newId(createdAt),
      deskSince: later(createdAt, -30 * DAY),
    },
    createdAt,
  );
  await table.transact(
    update(userKey(userId), { set: { permissionIds: [...permissions] } }),
    put(passkey),
    update(sessionKey(userId, sessionId), {
      set: { signedInWith: 'passkey', passkeyId: passkey.id },
    }),
  );
}

/** Sets how the session of a person began. */
export async function setSignIn(
  { user, sessionId }: Account,
  signedInWith: SignInMethod,
): Promise<void> {
  const change = update(sessionKey(user.id, sessionId), {
    set: { signedInWith },
    remove: ['passkeyId'],
  });
  await table.write(change);
}
