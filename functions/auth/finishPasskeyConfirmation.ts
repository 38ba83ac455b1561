import { finishPasskeyConfirmation } from '#shared/api/passkeys.ts';
import { serve } from '../serve.ts';
import { userById } from '../storage/accounts/users.ts';
import { newConfirmation, spendPasskeyChallenge } from '../storage/auth/passkey-challenges.ts';
import { mayConfirm } from './passkey-confirmations.ts';
import { notVerified } from './passkey-refusals.ts';
import { challengeIn, verifyPasskey } from './passkeys.ts';

/**
 * Verifies that a passkey of the caller confirms an action, and returns the confirmation. Only the same session can use it, once and
 * within five minutes. If the response is lost, the person uses the passkey again.
 */
export const handler = serve(finishPasskeyConfirmation, async ({ action, ...response }, call) => {
  const { table, caller, now } = call;
  const challenge = challengeIn(response);
  const { userId } = caller;
  const used = challenge && (await verifyPasskey(table, { userId, response, challenge }, call));
  if (!challenge || !used) throw notVerified();
  const user = await userById(table, userId, now);
  if (!mayConfirm(call, action, used.passkey, user)) throw notVerified();
  const { confirmation, step } = newConfirmation(action, caller, now);
  const outcome = await table.transact<'SPENT' | 'PASSKEY_CHANGED' | 'TAKEN'>(
    spendPasskeyChallenge(challenge, `CONFIRM_${action}`, caller, now),
    used.step,
    step,
  );
  if (outcome !== 'done') throw notVerified();
  return { confirmation };
});
