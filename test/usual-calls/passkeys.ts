import { stopToken } from '#functions/auth/stop-token.ts';
import { readAccessToken } from '#functions/auth/tokens.ts';
import type { SecurityStep } from '#functions/storage/auth/security-steps.ts';
import { SECURITY_STEP_PREFIX, userPartition } from '#functions/storage/keys.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { PASSWORD } from '#lib/local/deeds/passwords.ts';
import { SECURITY_WAIT } from '#shared/rules/auth/security-wait.ts';
import { onlyPasskeyOf, withPasskey } from '#test/support/passkeys.ts';
import { createdPeople, newPerson } from '#test/support/people.ts';
import { newAuthenticator } from '#test/support/software-authenticator.ts';
import type { World } from '#test/support/world.ts';
import { bearer, personOf, visitor } from '../support/people.ts';
import type { Paths } from './request.ts';

/** A person with one passkey, and its id. */
async function owner(world: World) {
  const person = await newPerson(world);
  const authenticator = await withPasskey(person);
  const { token } = person;
  const { id: passkeyId } = await onlyPasskeyOf(person);
  return { person, authenticator, token, passkeyId };
}

/** The same, 72 hours later. */
async function olderOwner(world: World) {
  const { person, authenticator } = await owner(world);
  world.advance(SECURITY_WAIT);
  const again = await personOf(world, person.user);
  createdPeople.splice(createdPeople.indexOf(person), 1, again);
  return { authenticator, token: again.token };
}

/** The token that stops the new passkey of a person. */
async function stopTokenOf(world: World): Promise<string> {
  const { user } = (await owner(world)).person;
  const [step] = (
    await table.query<SecurityStep>({
      partition: userPartition(user.id),
      prefix: SECURITY_STEP_PREFIX,
    })
  ).items;
  return stopToken({ userId: user.id, stepId: step?.id ?? '', channel: 'PHONE' });
}

/** A person who is signed in twice: a token, and the id of the other session. */
async function twice(world: World) {
  const { user, token } = await newPerson(world);
  const other = await personOf(world, user);
  const sessionId = (await readAccessToken(other.token, world.now()))?.sessionId;
  return { token, sessionId };
}

/** The usual path of each operation on passkeys and sessions. */
export const passkeyPaths = {
  viewPasskeys: async (world) => ({ token: (await owner(world)).token }),
  beginPasskeyRegistration: async (world) => ({
    token: (await newPerson(world)).token,
    input: { password: PASSWORD },
  }),
  finishPasskeyRegistration: async (world) => {
    const person = await newPerson(world);
    const response = newAuthenticator().create((await person.beginsPasskey()).challenge);
    return { token: person.token, input: { ...response, name: 'Phone' } };
  },
  beginPasskeySignIn: () => ({}),
  finishPasskeySignIn: async (world) => {
    const { authenticator } = await owner(world);
    return { input: authenticator.get((await visitor().beginsPasskeySignIn()).challenge) };
  },
  beginPasskeyConfirmation: async (world) => ({
    token: (await olderOwner(world)).token,
    input: { action: 'PAYOUT' },
  }),
  finishPasskeyConfirmation: async (world) => {
    const { authenticator, token } = await olderOwner(world);
    const { challenge } = (await responseTo(bearer(token).beginsConfirmation('PAYOUT'))).body;
    return { token, input: { ...authenticator.get(challenge), action: 'PAYOUT' } };
  },
  renamePasskey: async (world) => {
    const { token, passkeyId } = await owner(world);
    return { token, input: { passkeyId, name: 'New phone' } };
  },
  removePasskey: async (world) => {
    const { token, passkeyId } = await owner(world);
    return { token, input: { passkeyId, password: PASSWORD } };
  },
  viewSecurityStop: async (world) => ({ input: { token: await stopTokenOf(world) } }),
  stopSecurityStep: async (world) => ({ input: { token: await stopTokenOf(world) } }),
  viewSessions: async (world) => ({ token: (await newPerson(world)).token }),
  endSession: async (world) => {
    const { token, sessionId } = await twice(world);
    return { token, input: { sessionId } };
  },
  endOtherSessions: async (world) => ({ token: (await twice(world)).token }),
} satisfies Paths;
