import { beginPasskeySignIn } from '#shared/api/passkeys.ts';
import { serve } from '../serve.ts';
import { newPasskeyChallenge } from '../storage/auth/passkey-challenges.ts';

/** Returns the challenge for a sign-in with a passkey. It says nothing about anybody. */
export const handler = serve(beginPasskeySignIn, async (_input, { table, now }) => ({
  challenge: await newPasskeyChallenge(table, 'SIGN_IN', undefined, now),
}));
