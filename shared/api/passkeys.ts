import * as z from 'zod/mini';
import {
  assertion,
  attestation,
  CONFIRMED_ACTIONS,
  confirmationToken,
  deskLinkToken,
  passkeyId,
  passkeyName,
} from '../rules/auth/passkeys.ts';
import { moment } from '../wire.ts';
import { tokens } from './entities.ts';
import { all, DAY, HOUR, MINUTE, nothing, one, operation } from './operation.ts';
import { ownPassword, PASSWORD_GUESSES } from './own-password.ts';
import { ownTimeZone } from './own-time-zone.ts';

/* Passkeys: adding, using and removing them. docs/product/auth.md#passkeys */

const CANNOT_SIGN_IN = 'People cannot sign in with a passkey; their password still works.';
const CANNOT_ADD = 'People cannot add a passkey; their password still works.';
const CANNOT_CONFIRM =
  'People with a passkey cannot set up payouts, or confirm a phone change with it.';

const passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: moment,
  lastUsedAt: z.nullable(moment),
  /** Whether it is synchronized to other devices of the person. */
  backedUp: z.boolean(),
  /** From when on it confirms actions: 72 hours after it was added. */
  confirmsFrom: moment,
  /** From when on it opens the desk; null for a passkey that does not, and for everybody who is not staff. */
  opensDeskFrom: z.nullable(moment),
});

/**
 * What staff prove besides the password to add a passkey, because theirs open the desk: the token of an operator's link, or the
 * confirmation by a passkey that opens the desk. The same is sent to both operations. docs/product/desk.md#passkeys
 */
const deskProof = { link: z.optional(deskLinkToken), confirmation: z.optional(confirmationToken) };

/** An existing passkey, for the browser to find or to leave out: the credential id, and how its device can be reached. */
const credential = z.object({ id: z.string(), transports: z.array(z.string()) });

export const viewPasskeys = operation({
  name: 'viewPasskeys',
  method: 'GET',
  who: 'verified',
  uses: ['accounts.read'],
  impact: 'People cannot see their passkeys, and cannot remove one that they lost.',
  input: nothing,
  output: all(passkey),
});

/** Checks the password, and returns what the browser needs to make a passkey. */
export const beginPasskeyRegistration = operation({
  name: 'beginPasskeyRegistration',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.read', 'codes.write'],
  // Each added passkey may send a text message.
  limits: [
    { per: 'caller', max: 10, within: 15 * MINUTE },
    { per: 'caller', max: 20, within: DAY },
  ],
  impact: CANNOT_ADD,
  input: z.object({ password: ownPassword, ...deskProof }),
  output: z.object({
    challenge: z.string(),
    userHandle: z.string(),
    userName: z.string(),
    displayName: z.string(),
    existing: z.array(credential),
  }),
});

export const finishPasskeyRegistration = operation({
  name: 'finishPasskeyRegistration',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write', 'passkeys.write', 'codes.write', 'events.append'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 60, within: HOUR, inMemory: true }],
  impact: CANNOT_ADD,
  input: z.extend(attestation, { name: passkeyName, ...deskProof }),
  output: one(passkey),
});

/** The challenge for a sign-in. Who signs in is known only from the response, so the browser offers what it has. */
export const beginPasskeySignIn = operation({
  name: 'beginPasskeySignIn',
  method: 'POST',
  who: 'anyone',
  uses: ['codes.write'],
  limits: [{ per: 'address', max: 60, within: 5 * MINUTE }],
  impact: CANNOT_SIGN_IN,
  input: nothing,
  output: z.object({ challenge: z.string() }),
});

export const finishPasskeySignIn = operation({
  name: 'finishPasskeySignIn',
  method: 'POST',
  who: 'anyone',
  uses: ['accounts.write', 'passkeys.read', 'codes.write', 'events.append', 'tokenKeys'],
  refreshCookie: true,
  knowsDevice: true,
  limits: [{ per: 'address', max: 60, within: 5 * MINUTE }],
  impact: CANNOT_SIGN_IN,
  input: z.extend(assertion, ownTimeZone),
  output: tokens,
});

/** The challenge with which a passkey confirms an action, and the passkeys that may confirm it. */
export const beginPasskeyConfirmation = operation({
  name: 'beginPasskeyConfirmation',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.read', 'codes.write'],
  limits: [{ per: 'caller', max: 60, within: HOUR }],
  impact: CANNOT_CONFIRM,
  input: z.object({ action: z.enum(CONFIRMED_ACTIONS) }),
  output: z.object({ challenge: z.string(), allowed: z.array(credential) }),
});

/** Returns a confirmation, which the confirmed operation takes once within five minutes. */
export const finishPasskeyConfirmation = operation({
  name: 'finishPasskeyConfirmation',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write', 'codes.write'],
  limits: [{ per: 'caller', max: 60, within: HOUR, inMemory: true }],
  impact: CANNOT_CONFIRM,
  input: z.extend(assertion, { action: z.enum(CONFIRMED_ACTIONS) }),
  output: z.object({ confirmation: z.string() }),
});

export const renamePasskey = operation({
  name: 'renamePasskey',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 60, within: HOUR, inMemory: true }],
  impact: 'People cannot rename their passkeys.',
  input: z.object({ passkeyId, name: passkeyName }),
  output: nothing,
});

/**
 * Removes a passkey, for which the password is enough, because the device with it may be lost. One that was added less than 72 hours
 * ago needs no password: whoever is told of a passkey that they did not add removes it at once.
 */
export const removePasskey = operation({
  name: 'removePasskey',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write', 'passkeys.write', 'events.append'],
  idempotent: 'byNature',
  limits: PASSWORD_GUESSES,
  impact: 'People cannot remove the passkey of a device that they lost.',
  input: z.object({ passkeyId, password: z.optional(ownPassword) }),
  output: nothing,
});
