import { beginPasskeyConfirmation } from '#shared/api/passkeys.ts';
import { Refusal } from '#shared/refusals.ts';
import { serve } from '../serve.ts';
import { userById } from '../storage/accounts/users.ts';
import { newPasskeyChallenge } from '../storage/auth/passkey-challenges.ts';
import { passkeysOf } from '../storage/auth/passkeys.ts';
import { mayConfirm } from './passkey-confirmations.ts';
import { credentialView } from './passkey-views.ts';

const NONE = 'A passkey can confirm changes 72 hours after you add it. Use a code for now.';

const NONE_OF_DESK = 'You have no passkey that opens the desk. Ask an operator for a link.';

/** Returns the challenge with which a passkey of the caller confirms an action. */
export const handler = serve(beginPasskeyConfirmation, async ({ action }, call) => {
  const { table, caller, now } = call;
  const [user, passkeys] = await Promise.all([
    userById(table, caller.userId, now),
    passkeysOf(table, caller.userId),
  ]);
  const allowed = passkeys.filter((passkey) => mayConfirm(call, action, passkey, user));
  if (allowed.length === 0)
    throw new Refusal('WRONG_STATUS', { message: action === 'PASSKEY' ? NONE_OF_DESK : NONE });
  return {
    challenge: await newPasskeyChallenge(table, `CONFIRM_${action}`, caller, now),
    allowed: allowed.map(credentialView),
  };
});
