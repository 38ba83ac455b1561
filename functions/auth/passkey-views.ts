import type { Output } from '#shared/api/operation.ts';
import type { viewPasskeys } from '#shared/api/passkeys.ts';
import { SECURITY_WAIT } from '#shared/rules/auth/security-wait.ts';
import { deskOpensAt } from '#shared/rules/desk/desk-passkeys.ts';
import type { Settings } from '#shared/settings.ts';
import { later } from '#shared/time.ts';
import type { User } from '../storage/accounts/users.ts';
import type { Passkey } from '../storage/auth/stored-passkey.ts';

/** A passkey as its person sees it. */
export const passkeyView = (
  passkey: Passkey,
  user: Pick<User, 'permissionIds' | 'staffSince'>,
  settings: Settings,
): Output<typeof viewPasskeys>['data'][number] => ({
  id: passkey.id,
  name: passkey.name,
  createdAt: passkey.createdAt,
  lastUsedAt: passkey.lastUsedAt ?? null,
  backedUp: passkey.backedUp,
  confirmsFrom: later(passkey.createdAt, SECURITY_WAIT),
  opensDeskFrom: (user.permissionIds && deskOpensAt(passkey, user, settings)) ?? null,
});

/** A passkey to keep or to end, as it is listed during a reset or a recovery. */
export const listedPasskeyView = ({ id, name, createdAt, lastUsedAt }: Passkey) => ({
  id,
  name,
  createdAt,
  lastUsedAt: lastUsedAt ?? null,
});

/** A passkey as the browser needs it, to find it or to leave it out. */
export const credentialView = ({ credentialId: id, transports = [] }: Passkey) => ({
  id,
  transports: [...transports],
});
