import { finishPasskeySignIn } from '#shared/api/passkeys.ts';
import { Refusal } from '#shared/refusals.ts';
import { serve } from '../serve.ts';
import { userById } from '../storage/accounts/users.ts';
import { spendPasskeyChallenge } from '../storage/auth/passkey-challenges.ts';
import { holderOfPasskey } from '../storage/auth/passkeys.ts';
import { challengeIn, verifyPasskey } from './passkeys.ts';
import { signIn } from './sign-in.ts';

/** The same for a passkey that nobody has, so that the response does not tell which ones are known. */
const refused = () =>
  new Refusal('UNAUTHENTICATED', {
    message: 'We couldn’t sign you in with this passkey. Please try again, or use your password.',
  });

/**
 * Signs in with a passkey, which also says whose account it is (docs/product/auth.md#passkeys). The session is opened in the same
 * transaction that spends the challenge and stores the counter.
 */
export const handler = serve(finishPasskeySignIn, async (response, call) => {
  const { table, now } = call;
  const challenge = challengeIn(response);
  const userId = await holderOfPasskey(table, response.credentialId);
  const user = userId ? await userById(table, userId, now) : undefined;
  if (!challenge || !user || isOfAnother(response.userHandle, user.id)) throw refused();
  const used = await verifyPasskey(table, { userId: user.id, response, challenge }, call);
  if (!used) throw refused();
  const spent = spendPasskeyChallenge(challenge, 'SIGN_IN', undefined, now);
  const passkeyId = used.passkey.id;
  const tokens = await signIn(
    { ...call, passkeyId, timeZone: response.timeZone },
    user,
    'passkey',
    spent,
    used.step,
  );
  if (tokens === 'SPENT' || tokens === 'PASSKEY_CHANGED') throw refused();
  return tokens;
});

/** Whether the authenticator stored the passkey for another account than the one that has it here. */
const isOfAnother = (userHandle: string | undefined, userId: string): boolean =>
  userHandle !== undefined && Buffer.from(userHandle, 'base64url').toString('utf8') !== userId;
