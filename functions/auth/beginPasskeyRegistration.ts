import { beginPasskeyRegistration } from '#shared/api/passkeys.ts';
import { serve } from '../serve.ts';
import { newPasskeyChallenge } from '../storage/auth/passkey-challenges.ts';
import { passkeysOf } from '../storage/auth/passkeys.ts';
import { refuseUnprovenStaff } from './desk-proof.ts';
import { refuseWaitingStep } from './ladder.ts';
import { accountByOwnPassword } from './own-password.ts';
import { refuseFull } from './passkey-refusals.ts';
import { credentialView } from './passkey-views.ts';

/**
 * Begins to add a passkey, given the password: a passkey signs in, so an open session alone must not be enough. The challenge is the
 * proof of the password until the browser has made the passkey. Staff need a further proof, which is used up when it is added.
 */
export const handler = serve(beginPasskeyRegistration, async ({ password, ...proof }, call) => {
  const { table, caller, now } = call;
  const user = await accountByOwnPassword(call, password);
  await refuseUnprovenStaff(call, user, proof);
  refuseWaitingStep('PASSKEY_ADDED', user, now);
  const passkeys = await passkeysOf(table, user.id);
  refuseFull(passkeys.length);
  return {
    challenge: await newPasskeyChallenge(table, 'REGISTER', caller, now),
    userHandle: Buffer.from(user.id).toString('base64url'),
    userName: user.username,
    displayName: user.fullName,
    existing: passkeys.map(credentialView),
  };
});
