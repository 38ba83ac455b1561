import { viewPasskeys } from '#shared/api/passkeys.ts';
import { Refusal } from '#shared/refusals.ts';
import { serve } from '../serve.ts';
import { userById } from '../storage/accounts/users.ts';
import { passkeysOf } from '../storage/auth/passkeys.ts';
import { passkeyView } from './passkey-views.ts';

/** Lists the passkeys of the caller, oldest first. */
export const handler = serve(viewPasskeys, async (_input, { table, caller, settings, now }) => {
  const [user, passkeys] = await Promise.all([
    userById(table, caller.userId, now),
    passkeysOf(table, caller.userId),
  ]);
  if (!user) throw new Refusal('UNAUTHENTICATED');
  return { data: passkeys.map((passkey) => passkeyView(passkey, user, settings)) };
});
