import { beginPasskeyConfirmation } from '../../shared/api/passkeys.ts';
import { Refusal } from '../../shared/refusals.ts';
import { canConfirm } from '../../shared/rules/auth/passkeys.ts';
import { serve } from '../serve.ts';
import { newPasskeyChallenge } from '../storage/auth/passkey-challenges.ts';
import { passkeysOf } from '../storage/auth/passkeys.ts';
import { credentialView } from './passkey-views.ts';

const NONE = 'You have no passkey that was added more than 72 hours ago.';

/** Returns the challenge with which a passkey of the caller confirms an action. */
export const handler = serve(beginPasskeyConfirmation, async ({ action }, call) => {
  const { table, caller, now } = call;
  const passkeys = await passkeysOf(table, caller.userId);
  const allowed = passkeys.filter((passkey) => canConfirm(passkey, now));
  if (allowed.length === 0) throw new Refusal('WRONG_STATUS', { message: NONE });
  return {
    challenge: await newPasskeyChallenge(table, `CONFIRM_${action}`, caller, now),
    allowed: allowed.map(credentialView),
  };
});
