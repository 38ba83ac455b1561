import { removePasskey as definition } from '#shared/api/passkeys.ts';
import { invalidInput, Refusal } from '#shared/refusals.ts';
import { canConfirm } from '#shared/rules/auth/passkeys.ts';
import { type Call, serve } from '../serve.ts';
import { type User, userById } from '../storage/accounts/users.ts';
import { passkeyOf, removePasskey } from '../storage/auth/passkeys.ts';
import { accountByOwnPassword } from './own-password.ts';
import { changeRefusal } from './refusals.ts';

/**
 * Removes a passkey of the caller, given the password: whoever lost the device cannot use it for this. If it could confirm actions,
 * that is a step of the takeover ladder, so that a thief with the password gains nothing by it. A passkey that cannot confirm yet is
 * removed without the password, so that an owner undoes it with one press.
 */
export const handler = serve(definition, async ({ passkeyId, password }, call) => {
  const { table, caller, now } = call;
  const passkey = await passkeyOf(table, caller.userId, passkeyId);
  const isProven = passkey !== undefined && canConfirm(passkey, now);
  if (isProven && password === undefined)
    throw invalidInput({ password: 'Please enter your password' });
  const user =
    password === undefined ? await liveUser(call) : await accountByOwnPassword(call, password);
  if (!passkey) return {};
  const { sessionId } = caller;
  const change = { sessionId, wait: isProven };
  const outcome = await removePasskey(table, user, passkey, change, now);
  if (outcome === 'SESSION_OVER' || outcome === 'CHANGED') throw changeRefusal(outcome);
  return {};
});

async function liveUser({ table, caller, now }: Call<typeof definition>): Promise<User> {
  const user = await userById(table, caller.userId, now);
  if (!user) throw new Refusal('UNAUTHENTICATED');
  return user;
}
