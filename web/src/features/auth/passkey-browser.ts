import { PRODUCT_NAME } from '#shared/brand.ts';
import { browserName } from '#shared/rules/auth/browser-names.ts';
import type { Assertion, Attestation } from '#shared/rules/auth/passkeys.ts';
import { ApiRefusal } from '../../api/client.ts';

/*
 * Making and using passkeys in the browser. The library loads at the press that needs it. What the browser refuses is thrown as a
 * refusal with a sentence for people. The relying party is left to the browser: it is the host name of the page.
 */

/** A passkey that the browser may use, or leave out: its credential id, and how its device can be reached. */
type Credential = { readonly id: string; readonly transports: readonly string[] };

/** Lets a passkey sign a challenge (base64url): one of `allowed`, or any that the person has here for this site. */
export async function signWithPasskey(
  challenge: string,
  allowed: readonly Credential[] = [],
): Promise<Assertion> {
  const { startAuthentication } = await library();
  const optionsJSON = {
    challenge,
    userVerification: 'required' as const,
    timeout: TIMEOUT,
    allowCredentials: allowed.map(descriptionOf),
  };
  const { id, response } = await startAuthentication({ optionsJSON }).catch(refuse);
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    credentialId: id,
    clientDataJSON,
    authenticatorData,
    signature,
    ...(userHandle && { userHandle }),
  };
}

export type PasskeyOptions = {
  readonly challenge: string;
  readonly userHandle: string;
  readonly userName: string;
  readonly displayName: string;
  readonly existing: readonly Credential[];
};

/** Makes a passkey that can sign in without a username. */
export async function makePasskey(options: PasskeyOptions): Promise<Attestation> {
  const { startRegistration } = await library();
  const { challenge, userHandle, userName, displayName, existing } = options;
  const { id, response } = await startRegistration({
    optionsJSON: {
      challenge,
      rp: { name: PRODUCT_NAME },
      user: { id: userHandle, name: userName, displayName },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: existing.map(descriptionOf),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
      timeout: TIMEOUT,
    },
  }).catch(refuse);
  const { clientDataJSON, attestationObject, transports } = response;
  return {
    credentialId: id,
    clientDataJSON,
    attestationObject,
    ...(transports && { transports: transports.join(',') }),
  };
}

/** Whether this browser can make and use passkeys. */
export const hasPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function';

/** A name for a new passkey: the browser and the system that it is made on. */
export const suggestedName = (): string => browserName(navigator.userAgent) ?? 'Passkey';

/** EdDSA, ES256 and RS256: what the authenticators of phones and computers have. */
const ALGORITHMS = [-8, -7, -257];
/** How long (ms) the browser waits for the person; challenges are valid for five minutes. */
const TIMEOUT = 4 * 60_000;

const descriptionOf = ({ id, transports }: Credential) => ({
  id,
  type: 'public-key' as const,
  transports: transports as AuthenticatorTransport[],
});

function library() {
  if (!hasPasskeys())
    throw new ApiRefusal('FORBIDDEN', 'This browser can’t use passkeys. Your password works.');
  return import('./webauthn.ts');
}

const SENTENCES: Readonly<Record<string, string>> = {
  NotAllowedError: 'No passkey was used. Please try again.',
  AbortError: 'No passkey was used. Please try again.',
  InvalidStateError: 'This device already has a passkey of your account.',
};

function refuse(fault: unknown): never {
  const { name } = fault as Error;
  const sentence = name === 'SecurityError' ? wrongAddress() : SENTENCES[name];
  if (sentence === undefined) throw fault;
  throw new ApiRefusal('FORBIDDEN', sentence);
}

/** An IP address has no passkeys, so those of the local system are at localhost. */
const wrongAddress = () =>
  location.hostname === '127.0.0.1'
    ? `Passkeys don’t work at an IP address. Open http://localhost:${location.port} instead.`
    : 'Passkeys don’t work at this address.';
