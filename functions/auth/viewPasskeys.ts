import { viewPasskeys } from '../../shared/api/passkeys.ts';
import { serve } from '../serve.ts';
import { passkeysOf } from '../storage/auth/passkeys.ts';
import { passkeyView } from './passkey-views.ts';

/** Lists the passkeys of the caller, oldest first. */
export const handler = serve(viewPasskeys, async (_input, { table, caller }) => ({
  data: (await passkeysOf(table, caller.userId)).map(passkeyView),
}));
