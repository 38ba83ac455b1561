import { renamePasskey as definition } from '#shared/api/passkeys.ts';
import { Refusal } from '#shared/refusals.ts';
import { serve } from '../serve.ts';
import { renamePasskey } from '../storage/auth/passkeys.ts';

/** Renames a passkey of the caller. */
export const handler = serve(definition, async ({ passkeyId, name }, { table, caller }) => {
  if ((await renamePasskey(table, caller.userId, passkeyId, name)) === 'GONE')
    throw new Refusal('NOT_FOUND');
  return {};
});
