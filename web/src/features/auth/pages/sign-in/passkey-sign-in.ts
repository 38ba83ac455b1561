import { beginPasskeySignIn, finishPasskeySignIn } from '#shared/api/passkeys.ts';
import { call } from '#web/api/client.ts';
import { timeZoneHere } from '#web/api/time-zone.ts';
import { signWithPasskey } from '../../passkey-browser.ts';

/** Signs in with a passkey that the person chooses, and returns the tokens of the session. */
export async function signInWithPasskey() {
  const { challenge } = await call(beginPasskeySignIn, {});
  const assertion = await signWithPasskey(challenge);
  return call(finishPasskeySignIn, { ...assertion, timeZone: timeZoneHere() });
}
