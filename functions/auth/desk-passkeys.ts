import { Refusal } from '#shared/refusals.ts';
import { type DeskKeyObstacle, deskOpensAt } from '#shared/rules/desk/desk-passkeys.ts';
import type { Settings } from '#shared/settings.ts';
import { type Instant, toIso } from '#shared/time.ts';
import type { User } from '../storage/accounts/users.ts';
import type { Passkey } from '../storage/auth/stored-passkey.ts';
import { passkeyKey } from '../storage/keys.ts';
import type { TableReader } from '../storage/table.ts';

/* The passkeys of staff, which open the desk. docs/product/desk.md#passkeys */

/**
 * Refuses with PASSKEY_SIGN_IN_REQUIRED a session whose passkey does not open the desk: it began without one (`NO_PASSKEY`), the
 * passkey was not added for the desk or was removed (`NOT_FOR_DESK`), or it was added too lately (`TOO_NEW`, with `opensAt`).
 */
export async function refuseOtherPasskeys(
  table: TableReader,
  user: User,
  passkeyId: string | undefined,
  settings: Settings,
  now: Instant,
): Promise<void> {
  if (passkeyId === undefined) throw obstacle('NO_PASSKEY');
  // A batch, because that is what the session check may do.
  const [passkey] = await table.getMany<Passkey>([passkeyKey(user.id, passkeyId)]);
  const opensAt = passkey && deskOpensAt(passkey, user, settings);
  if (opensAt === undefined) throw obstacle('NOT_FOR_DESK', NOT_FOR_DESK);
  if (opensAt > now) throw obstacle('TOO_NEW', TOO_NEW, opensAt);
}

const NOT_FOR_DESK =
  'This passkey signs you in, but doesn’t open the desk. Sign in with your passkey for the desk, or ask an operator for a link to add one.';
const TOO_NEW = 'This passkey was added a short time ago and doesn’t open the desk yet.';

const obstacle = (why: DeskKeyObstacle, message?: string, opensAt?: Instant) =>
  new Refusal('PASSKEY_SIGN_IN_REQUIRED', {
    ...(message && { message }),
    details: { why, opensAt: opensAt === undefined ? null : toIso(opensAt) },
  });
