import type { Assertion, Attestation, ConfirmedAction } from '#shared/rules/auth/passkeys.ts';
import type { SoftwareAuthenticator } from '../software-authenticator.ts';
import { andThen, type Caller, type CallOptions, returning } from './calls.ts';
import { PASSWORD } from './passwords.ts';
import type { Ref } from './things.ts';

/* Passkeys: how people add, use, rename and remove them. Each use is two operations: one makes a challenge, one takes its signature. */

/** What somebody proves to add a passkey: the password, and staff also one of the others. */
export type PasskeyProof = CallOptions & {
  readonly password?: string;
  /** The link by which an operator opens the desk to somebody. */
  readonly link?: string;
  /** The confirmation by another passkey. */
  readonly confirmation?: string;
};

/** The name of a new passkey, and the proof. */
export type PasskeyOptions = PasskeyProof & { readonly name?: string };

export function passkeyDeeds(me: Caller) {
  const deeds = {
    /** The passkeys of the account. */
    passkeys: (options?: CallOptions) => me.does('viewPasskeys', {}, options),
    /** Asks for the challenge of a new passkey. */
    beginsPasskey: ({ password = PASSWORD, link, confirmation, ...options }: PasskeyProof = {}) =>
      me.does('beginPasskeyRegistration', { password, link, confirmation }, options),
    /** Adds the passkey that signed the challenge. */
    finishesPasskey: (
      attestation: Attestation,
      { name = 'Phone', password: _, link, confirmation, ...options }: PasskeyOptions = {},
    ) =>
      me.makes('finishPasskeyRegistration', { ...attestation, name, link, confirmation }, options),
    /** Adds the passkey of an authenticator. */
    addsPasskey: (authenticator: SoftwareAuthenticator, options: PasskeyOptions = {}) =>
      andThen(deeds.beginsPasskey(options), ({ challenge }) =>
        deeds.finishesPasskey(authenticator.create(challenge), options),
      ),
    /** Renames a passkey. */
    renamesPasskey: (passkey: Ref, name: string, options?: CallOptions) =>
      me.does('renamePasskey', { passkeyId: passkey.id, name }, options),
    /** Removes a passkey. `password`: null for a removal without it. */
    removesPasskey: (
      passkey: Ref,
      { password = PASSWORD, ...options }: CallOptions & { readonly password?: string | null } = {},
    ) =>
      me.does(
        'removePasskey',
        { passkeyId: passkey.id, ...(password !== null && { password }) },
        options,
      ),

    /** Asks for the challenge that signs in. */
    beginsPasskeySignIn: (options?: CallOptions) => me.does('beginPasskeySignIn', {}, options),
    /** Signs in with the signature of the challenge. */
    finishesPasskeySignIn: (assertion: Assertion, options?: CallOptions) =>
      me.does('finishPasskeySignIn', assertion, options),
    /** Signs in with the passkey of an authenticator. */
    signsInWith: (authenticator: SoftwareAuthenticator, options?: CallOptions) =>
      andThen(deeds.beginsPasskeySignIn(options), ({ challenge }) =>
        deeds.finishesPasskeySignIn(authenticator.get(challenge), options),
      ),

    /** Asks for the challenge that confirms an action. */
    beginsConfirmation: (action: ConfirmedAction, options?: CallOptions) =>
      me.does('beginPasskeyConfirmation', { action }, options),
    /** Confirms an action with the signature of the challenge. */
    finishesConfirmation: (action: ConfirmedAction, assertion: Assertion, options?: CallOptions) =>
      me.does('finishPasskeyConfirmation', { ...assertion, action }, options),
    /** Confirms an action with the passkey of an authenticator; returns the confirmation. */
    confirms: (action: ConfirmedAction, authenticator: SoftwareAuthenticator) =>
      andThen(deeds.beginsConfirmation(action), ({ challenge }) =>
        returning(
          deeds.finishesConfirmation(action, authenticator.get(challenge)),
          ({ confirmation }) => confirmation,
        ),
      ),
  };
  return deeds;
}
