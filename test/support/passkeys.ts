import { handler as beginPasskeyConfirmation } from '#functions/auth/beginPasskeyConfirmation.ts';
import { handler as beginPasskeyRegistration } from '#functions/auth/beginPasskeyRegistration.ts';
import { handler as finishPasskeyConfirmation } from '#functions/auth/finishPasskeyConfirmation.ts';
import { handler as finishPasskeyRegistration } from '#functions/auth/finishPasskeyRegistration.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import type { Assertion, ConfirmedAction } from '#shared/rules/auth/passkeys.ts';
import { call } from './call.ts';
import { PASSWORD, type Person, visitor } from './people.ts';
import { newAuthenticator, type SoftwareAuthenticator } from './software-authenticator.ts';

/* Passkeys in tests, through the real handlers and a software authenticator. */

let made = 0;
/** An unused IP address, so that limits per address do not apply. */
const address = () => {
  made += 1;
  return `203.0.${Math.floor(made / 250)}.${made % 250}`;
};

export const registrationChallenge = async (
  { token }: Pick<Person, 'token'>,
  proof: DeskProof = {},
): Promise<string> =>
  (await call(beginPasskeyRegistration, { password: PASSWORD, ...proof }, { token })).body
    .challenge;

/** What staff prove to add a passkey. */
export type DeskProof = { readonly link?: string; readonly confirmation?: string };

export const finishRegistration = (
  { token }: Pick<Person, 'token'>,
  response: object,
  name = 'Phone',
  proof: DeskProof = {},
) => call(finishPasskeyRegistration, { ...response, name, ...proof }, { token });

/** Adds a passkey to an account, and returns its authenticator. */
export async function withPasskey(
  person: Pick<Person, 'token'>,
  name?: string,
  proof: DeskProof = {},
): Promise<SoftwareAuthenticator> {
  const authenticator = newAuthenticator();
  const response = authenticator.create(await registrationChallenge(person, proof));
  const { http, body } = await finishRegistration(person, response, name, proof);
  if (http !== 200) throw new Error(`the passkey could not be added: ${body.message}`);
  return authenticator;
}

export const signInChallenge = async (): Promise<string> =>
  (await visitor().calls('beginPasskeySignIn', {}, { from: address() })).challenge;

export const finishSignIn = (response: Assertion) =>
  responseTo(visitor().calls('finishPasskeySignIn', response, { from: address() }));

/** Signs in with a passkey. */
export const signInWith = async (authenticator: SoftwareAuthenticator) =>
  finishSignIn(authenticator.get(await signInChallenge()));

export const beginConfirmation = ({ token }: Pick<Person, 'token'>, action: ConfirmedAction) =>
  call(beginPasskeyConfirmation, { action }, { token });

export const finishConfirmation = (
  { token }: Pick<Person, 'token'>,
  action: ConfirmedAction,
  response: Assertion,
) => call(finishPasskeyConfirmation, { ...response, action }, { token });

/** Confirms an action with a passkey, and returns the confirmation. */
export async function confirmed(
  person: Pick<Person, 'token'>,
  action: ConfirmedAction,
  authenticator: SoftwareAuthenticator,
): Promise<string> {
  const { body } = await beginConfirmation(person, action);
  const response = authenticator.get(body.challenge);
  return (await finishConfirmation(person, action, response)).body.confirmation;
}
