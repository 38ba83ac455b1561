import { finishPasskeyRegistration } from '#shared/api/passkeys.ts';
import { Refusal } from '#shared/refusals.ts';
import { serve } from '../serve.ts';
import { userById } from '../storage/accounts/users.ts';
import { spendPasskeyChallenge } from '../storage/auth/passkey-challenges.ts';
import {
  addPasskey,
  newPasskey,
  passkeyIdOf,
  passkeyOf,
  passkeysOf,
} from '../storage/auth/passkeys.ts';
import { deskProofOf, unproven } from './desk-proof.ts';
import { refuseWaitingStep } from './ladder.ts';
import { notVerified, refuseFull } from './passkey-refusals.ts';
import { passkeyView } from './passkey-views.ts';
import { challengeIn, verifyNewPasskey } from './passkeys.ts';
import { changeRefusal } from './refusals.ts';

/**
 * Adds the passkey that the browser has made. The caller proved the password when the challenge was issued. A repeated call, after a
 * lost response, finds the passkey and changes nothing.
 */
export const handler = serve(
  finishPasskeyRegistration,
  async ({ name, link, confirmation, ...response }, call) => {
    const { table, caller, now } = call;
    const challenge = challengeIn(response);
    const credential = challenge && (await verifyNewPasskey(response, challenge, call));
    if (!challenge || !credential) throw notVerified();
    const user = await userById(table, caller.userId, now);
    if (!user) throw new Refusal('UNAUTHENTICATED');
    refuseWaitingStep('PASSKEY_ADDED', user, now);
    const transports = transportsIn(response.transports);
    const deskProof = deskProofOf(call, user, { link, confirmation });
    const passkey = newPasskey(
      {
        userId: user.id,
        name,
        ...credential,
        ...(transports && { transports }),
        ...(deskProof && { deskSince: now }),
      },
      now,
    );
    const proof = spendPasskeyChallenge(challenge, 'REGISTER', caller, now);
    const { sessionId } = caller;
    const outcome = await addPasskey(table, user, passkey, { sessionId, proof, deskProof }, now);
    if (outcome === 'done') return { data: [passkeyView(passkey, user, call.settings)] };
    if (outcome === 'SESSION_OVER') throw new Refusal('UNAUTHENTICATED');
    const added = await passkeyOf(table, user.id, passkeyIdOf(credential.credentialId));
    if (added) return { data: [passkeyView(added, user, call.settings)] };
    if (outcome === 'UNCONFIRMED') throw unproven();
    if (outcome !== 'CHANGED') throw notVerified();
    refuseFull((await passkeysOf(table, user.id)).length);
    throw changeRefusal('CHANGED');
  },
);

const KNOWN = ['internal', 'hybrid', 'usb', 'nfc', 'ble', 'cable', 'smart-card'];

/** The transports that browsers know, so that nothing else is stored. */
function transportsIn(text = ''): string[] | undefined {
  const known = text.split(',').filter((one) => KNOWN.includes(one));
  return known.length > 0 ? known : undefined;
}
