import * as z from 'zod/mini';
import { type Instant, later, MINUTE } from '../../time.ts';
import { readable } from '../text/readable-text.ts';
import { oneLine } from '../text.ts';
import { isThisMachine } from './return-origin.ts';
import { SECURITY_WAIT } from './security-wait.ts';

/* The rules of passkeys. docs/product/auth.md#passkeys */

/** The number of passkeys of an account. */
export const PASSKEYS_MAX = 10;
/** How long a challenge for a passkey is valid. Each is used once. */
export const PASSKEY_CHALLENGE_TIME = 5 * MINUTE;
/** How long the confirmation of an action is valid after the passkey was used. Each is used once. */
export const CONFIRMATION_TIME = 5 * MINUTE;

/** How a session was signed in. */
export const SIGN_IN_METHODS = ['password', 'code', 'passkey'] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/**
 * The actions that a passkey confirms: a phone change, the setup of the payout account, the deletion of the account, and a further
 * passkey of a member of staff.
 */
export const CONFIRMED_ACTIONS = ['PHONE', 'PAYOUT', 'DELETION', 'PASSKEY'] as const;
export type ConfirmedAction = (typeof CONFIRMED_ACTIONS)[number];

/**
 * The relying party of a web app: the origin at which its passkeys are made and used, and the id that binds them to it, which is
 * the host name. An IP address cannot be an id, so the local system has its passkeys at `localhost`.
 */
export function relyingParty(own: string): { readonly id: string; readonly origin: string } {
  const url = new URL(own);
  if (isThisMachine(url.hostname)) url.hostname = 'localhost';
  return { id: url.hostname, origin: url.origin };
}

/**
 * Whether a passkey may confirm an action: 72 hours after it was added. Whoever adds one only needs the password, so a new passkey
 * proves no more than the password does.
 */
export const canConfirm = ({ createdAt }: { readonly createdAt: Instant }, now: Instant): boolean =>
  now >= later(createdAt, SECURITY_WAIT);

const NAME = 'Please enter a name';
const PASSKEY_NAME_MAX = 60;

/** The name that a person gives a passkey. */
export const passkeyName = z
  .string(NAME)
  .check(
    z.overwrite(oneLine),
    readable(1, NAME),
    z.maxLength(PASSKEY_NAME_MAX, `The name can have at most ${PASSKEY_NAME_MAX} characters`),
  );

const UNREADABLE = 'This isn’t the response of a passkey';

/** Bytes in base64url, at most `max` characters. */
const bytes = (max: number) =>
  z.string(UNREADABLE).check(z.regex(/^[\w-]+$/, UNREADABLE), z.maxLength(max, UNREADABLE));

/** A credential id has at most 1,023 bytes. https://www.w3.org/TR/webauthn-3/#credential-id */
const credentialId = bytes(1_364);
const clientDataJSON = bytes(1_500);

/** The id of a passkey in the API: the hash of its credential id. */
export const passkeyId = z
  .string('This isn’t a passkey')
  .check(z.regex(/^[\w-]{43}$/), z.maxLength(43));

/** The token that says once that a passkey has confirmed an action. */
export const confirmationToken = z
  .string('This isn’t a confirmation')
  .check(z.regex(/^[\w-]{43}$/), z.maxLength(43));

/** The token of an operator's link, with which a member of staff adds a passkey. */
export const deskLinkToken = z
  .string('This isn’t a link for a passkey')
  .check(z.regex(/^[\w-]{43}$/, 'This isn’t a link for a passkey'), z.maxLength(43));

/** What a new passkey responds with, without the parts that are not needed. Bytes are in base64url. */
export const attestation = z.object({
  credentialId,
  clientDataJSON,
  attestationObject: bytes(3_500),
  /** How the device can be reached, with commas: `internal,hybrid`. */
  transports: z.optional(z.string().check(z.maxLength(100, UNREADABLE))),
});
export type Attestation = z.infer<typeof attestation>;

/** What a passkey responds with when it is used: the signature of a challenge. Bytes are in base64url. */
export const assertion = z.object({
  credentialId,
  clientDataJSON,
  authenticatorData: bytes(700),
  signature: bytes(700),
  userHandle: z.optional(bytes(100)),
});
export type Assertion = z.infer<typeof assertion>;
