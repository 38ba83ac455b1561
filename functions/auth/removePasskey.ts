import { removePasskey as definition } from '../../shared/api/passkeys.ts';
import { canConfirm } from '../../shared/rules/auth/passkeys.ts';
import { serve } from '../serve.ts';
import { passkeyOf, removePasskey } from '../storage/auth/passkeys.ts';
import { accountByOwnPassword } from './own-password.ts';
import { changeRefusal } from './refusals.ts';

/**
 * Removes a passkey of the caller, given the password: whoever lost the device cannot use it for this. If it could confirm actions,
 * the payout account cannot be set up for 72 hours, so that a thief with the password gains nothing by it.
 */
export const handler = serve(definition, async ({ passkeyId, password }, call) => {
  const { table, caller, now } = call;
  const user = await accountByOwnPassword(call, password);
  const passkey = await passkeyOf(table, user.id, passkeyId);
  if (!passkey) return {};
  const { sessionId } = caller;
  const change = { sessionId, wait: canConfirm(passkey, now) };
  const outcome = await removePasskey(table, user, passkeyId, change, now);
  if (outcome === 'SESSION_OVER' || outcome === 'CHANGED') throw changeRefusal(outcome);
  return {};
});
