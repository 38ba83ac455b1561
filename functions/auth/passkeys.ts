import type { Assertion, Attestation } from '#shared/rules/auth/passkeys.ts';
import { relyingParty } from '#shared/rules/auth/passkeys.ts';
import type { Settings } from '#shared/settings.ts';
import type { Instant } from '#shared/time.ts';
import { passkeyIdOf, passkeyOf, recordPasskeyUse } from '../storage/auth/passkeys.ts';
import type { Passkey } from '../storage/auth/stored-passkey.ts';
import type { Step, TableReader } from '../storage/table.ts';

/*
 * Verifying what passkeys respond with (WebAuthn). The expected origin comes from the settings of the stage and never from the
 * request. The library is loaded when it is needed, so that functions which rarely verify a passkey start without it.
 */

/** A verified use of a passkey. */
export type PasskeyUse = {
  readonly passkey: Passkey;
  /**
   * The step that stores the new counter and the time of use. It belongs into the transaction of what the passkey was used for.
   * PASSKEY_CHANGED: the passkey was removed or used meanwhile.
   */
  readonly step: Step<'PASSKEY_CHANGED'>;
};

/**
 * Verifies that a passkey of this person signed `challenge` (base64url) at our own origin, after the device checked that it is the
 * person. Returns undefined if it did not: another challenge, origin or relying party, no verification of the person, a
 * passkey of somebody else, a wrong signature, or a counter that did not move on, as that of a copied passkey.
 *
 * The challenge says what was signed. It is either a stored one that the transaction spends (storage/auth/passkey-challenges.ts),
 * so that the response cannot be replayed; or it is derived from the content, such as the SHA-256 of a text, when the
 * response is the signature of that content.
 */
export async function verifyPasskey(
  table: TableReader,
  {
    userId,
    response,
    challenge,
  }: { readonly userId: string; readonly response: Assertion; readonly challenge: string },
  { settings, now }: VerificationContext,
): Promise<PasskeyUse | undefined> {
  const passkey = await passkeyOf(table, userId, passkeyIdOf(response.credentialId));
  if (!passkey) return undefined;
  const { credentialId: id, counter, ...rest } = passkey;
  const publicKey = new Uint8Array(Buffer.from(rest.publicKey, 'base64url'));
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { clientDataJSON, authenticatorData, signature } = response;
  const verification = verifyAuthenticationResponse({
    response: { ...credentialOf(id), response: { clientDataJSON, authenticatorData, signature } },
    credential: { id, publicKey, counter },
    expectedChallenge: challenge,
    ...expectedParty(settings),
  });
  const verified = await unlessRefused(verification);
  if (!verified?.verified) return undefined;
  const { newCounter, credentialBackedUp: backedUp } = verified.authenticationInfo;
  return { passkey, step: recordPasskeyUse(passkey, { counter: newCounter, backedUp }, now) };
}

/** The parts of a new passkey that its authenticator says. */
export type NewCredential = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'backedUp'>;

/**
 * Verifies the response of a new passkey to `challenge`; undefined as for `verifyPasskey`. No attestation is asked for, but browsers
 * pass on the one of an authenticator that attests itself: https://www.w3.org/TR/webauthn-3/#sctn-createCredential
 */
export async function verifyNewPasskey(
  response: Attestation,
  challenge: string,
  { settings }: Pick<VerificationContext, 'settings'>,
): Promise<NewCredential | undefined> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { credentialId, clientDataJSON, attestationObject } = response;
  const verification = verifyRegistrationResponse({
    response: {
      ...credentialOf(credentialId),
      response: { clientDataJSON, attestationObject },
    },
    expectedChallenge: challenge,
    ...expectedParty(settings),
  });
  const registered = (await unlessRefused(verification))?.registrationInfo;
  // The signed id is the one that counts; the other is what the client says.
  if (registered?.credential.id !== credentialId) return undefined;
  const { credential, credentialBackedUp: backedUp } = registered;
  const publicKey = Buffer.from(credential.publicKey).toString('base64url');
  return { credentialId, publicKey, counter: credential.counter, backedUp };
}

/** The challenge that a response claims to answer; undefined if it is malformed. */
export function challengeIn({ clientDataJSON }: Pick<Assertion, 'clientDataJSON'>) {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    return typeof challenge === 'string' && /^[\w-]{43}$/.test(challenge) ? challenge : undefined;
  } catch {
    return undefined;
  }
}

export type VerificationContext = { readonly settings: Settings; readonly now: Instant };

const credentialOf = (id: string) => ({
  id,
  rawId: id,
  type: 'public-key' as const,
  clientExtensionResults: {},
});

const expectedParty = ({ origin }: Settings) => {
  const party = relyingParty(origin);
  return {
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  };
};

/** The library throws for every response that it does not accept. */
const unlessRefused = <Verified>(verification: Promise<Verified>): Promise<Verified | undefined> =>
  verification.catch(() => undefined);
