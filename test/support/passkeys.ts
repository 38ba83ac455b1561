import type { Actor } from '#lib/local/deeds/actor.ts';
import type { PasskeyOptions } from '#lib/local/deeds/passkeys.ts';
import { newAuthenticator, type SoftwareAuthenticator } from './software-authenticator.ts';

/** Adds a passkey to an account, and returns its authenticator. */
export async function withPasskey(
  person: Actor,
  options?: PasskeyOptions,
): Promise<SoftwareAuthenticator> {
  const authenticator = newAuthenticator();
  await person.addsPasskey(authenticator, options);
  return authenticator;
}

/** Returns the passkey of an account that has one. */
export async function onlyPasskeyOf(person: Pick<Actor, 'passkeys'>) {
  const [passkey, ...others] = (await person.passkeys()).data;
  if (!passkey || others.length > 0) throw new Error('there is not exactly one passkey');
  return passkey;
}
