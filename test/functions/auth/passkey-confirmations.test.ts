import { describe, expect, test } from '@jest/globals';
import { handler as requestAccountDeletion } from '#functions/accounts/requestAccountDeletion.ts';
import { handler as beginPasskeyRegistration } from '#functions/auth/beginPasskeyRegistration.ts';
import { handler as finishPasskeyRegistration } from '#functions/auth/finishPasskeyRegistration.ts';
import { handler as removePasskey } from '#functions/auth/removePasskey.ts';
import { handler as renamePasskey } from '#functions/auth/renamePasskey.ts';
import { handler as viewPasskeys } from '#functions/auth/viewPasskeys.ts';
import { handler as createPayoutSetupLink } from '#functions/payouts/createPayoutSetupLink.ts';
import { userById } from '#functions/storage/accounts/users.ts';
import { passkeyKey, userKey } from '#functions/storage/keys.ts';
import { table, update } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import {
  CONFIRMATION_TIME,
  CONFIRMED_ACTIONS,
  type ConfirmedAction,
} from '#shared/rules/auth/passkeys.ts';
import { SECURITY_WAIT } from '#shared/rules/auth/security-wait.ts';
import { HOUR, later, MINUTE } from '#shared/time.ts';
import { confirmReset, NEW_PASSWORD, requestReset } from '../../support/auth.ts';
import { type Answer, call } from '../../support/call.ts';
import {
  beginConfirmation,
  confirmed,
  finishConfirmation,
  withPasskey,
} from '../../support/passkeys.ts';
import {
  newPerson,
  nextPhoneNumber,
  PASSWORD,
  type Person,
  signedInAgain,
} from '../../support/people.ts';
import { CHANGED, requestChange, save } from '../../support/phone-change.ts';
import { expectRefusal, expectRefused } from '../../support/refusals.ts';
import { newAuthenticator } from '../../support/software-authenticator.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

const NOT_VERIFIED = 'This passkey couldn’t be verified. Please try again.';
const REQUIRED = 'Please confirm this with your passkey.';

/** A person with a passkey that is old enough to confirm actions, in a new session. */
async function withOldPasskey(): Promise<Owner> {
  const person = await newPerson(world);
  const passkey = await withPasskey(person, 'Laptop');
  world.advance(SECURITY_WAIT);
  return { ...(await signedInAgain(world, person)), passkey };
}
type Owner = Person & { readonly passkey: Awaited<ReturnType<typeof withPasskey>> };

/** The same of a member of staff, whose passkey opens the desk, so that it confirms every action. */
async function withDeskPasskey(): Promise<Owner> {
  const owner = await withOldPasskey();
  const { id } = owner.user;
  const { id: passkeyId } = await onlyPasskeyOf(owner);
  const since = later(world.now(), -SECURITY_WAIT);
  const staff = { permissionIds: ['SUPPORT'], staffSince: since } as const;
  await table.write(update(userKey(id), { set: staff }));
  await table.write(update(passkeyKey(id, passkeyId), { set: { deskSince: since } }));
  return owner;
}

/** Requests a code at a new number, and saves that number with these proofs. */
async function changesNumber({ token }: Person, proofs: Parameters<typeof save>[3]) {
  // The next code is sent after a minute.
  world.advance(MINUTE);
  const phoneNumber = nextPhoneNumber();
  await requestChange(token, phoneNumber);
  return save(token, phoneNumber, world.codeSentTo(phoneNumber), proofs);
}

const setUpLink = ({ token }: Person, confirmation?: string) =>
  call(createPayoutSetupLink, confirmation ? { confirmation } : {}, { token });

const onlyPasskeyOf = async ({ token }: Person) =>
  (await call(viewPasskeys, {}, { method: 'GET', token })).body.data[0];

describe('a phone change', () => {
  test('takes effect at once with a confirmation by a passkey, without the old phone', async () => {
    const owner = await withOldPasskey();
    const confirmation = await confirmed(owner, 'PHONE', owner.passkey);
    expect((await changesNumber(owner, { confirmation })).body).toEqual(CHANGED);
  });

  test('waits 72 hours without it, also for a person who has a passkey', async () => {
    const { body } = await changesNumber(await withOldPasskey(), {});
    expect(body.effectiveAt).toEqual(expect.any(String));
  });

  test('refuses a confirmation that was used, has expired, or is for payouts, and changes nothing', async () => {
    const owner = await withOldPasskey();
    const used = await confirmed(owner, 'PHONE', owner.passkey);
    expect((await changesNumber(owner, { confirmation: used })).body).toEqual(CHANGED);
    const before = await userById(table, owner.user.id, world.now());
    world.advance(SECURITY_WAIT);
    const again = await signedInAgain(world, owner);
    const refuses = async (confirmation: string) =>
      expectRefusal(
        await changesNumber(again, { confirmation }),
        428,
        'PASSKEY_REQUIRED',
        REQUIRED,
      );
    await refuses(used);
    await refuses(await confirmed(again, 'PAYOUT', owner.passkey));
    const late = await confirmed(again, 'PHONE', owner.passkey);
    world.advance(CONFIRMATION_TIME);
    await refuses(late);
    expect(await userById(table, owner.user.id, world.now())).toMatchObject({
      phoneNumber: before?.phoneNumber,
    });
  });

  test('refuses the confirmation of another person and of another session', async () => {
    const owner = await withOldPasskey();
    const confirmation = await confirmed(owner, 'PHONE', owner.passkey);
    const elsewhere = await signedInAgain(world, owner);
    for (const person of [elsewhere, await newPerson(world)])
      expectRefusal(await changesNumber(person, { confirmation }), 428, 'PASSKEY_REQUIRED');
  });

  test('does not accept a passkey for 72 hours after a password reset', async () => {
    const owner = await withOldPasskey();
    const { username, phoneNumber } = owner.user;
    const { id } = await onlyPasskeyOf(owner);
    await requestReset(username);
    const code = world.codeSentTo(phoneNumber);
    expect(await confirmReset(username, code, NEW_PASSWORD, [id])).toMatchObject({ http: 200 });
    world.advance(HOUR);
    const again = await signedInAgain(world, owner);
    const confirmation = await confirmed(again, 'PHONE', owner.passkey);
    const refused = await changesNumber(again, { confirmation, password: NEW_PASSWORD });
    expectRefusal(refused, 400, 'INVALID_INPUT');
    expect(refused.body.fields.confirmation).toContain('less than 72 hours ago');
  });
});

describe('setting up payouts', () => {
  test('needs a confirmation from a person with a passkey, once for each link', async () => {
    const owner = await withOldPasskey();
    expectRefusal(await setUpLink(owner), 428, 'PASSKEY_REQUIRED', REQUIRED);
    const confirmation = await confirmed(owner, 'PAYOUT', owner.passkey);
    expect((await setUpLink(owner, confirmation)).http).toBe(200);
    expectRefusal(await setUpLink(owner, confirmation), 428, 'PASSKEY_REQUIRED');
  });

  test('waits 72 hours after a passkey was added, which then has to confirm it', async () => {
    const person = await newPerson(world);
    const passkey = await withPasskey(person);
    expectRefusal(await setUpLink(person), 409, 'WRONG_STATUS');
    world.advance(SECURITY_WAIT);
    const again = await signedInAgain(world, person);
    expectRefusal(await setUpLink(again), 428, 'PASSKEY_REQUIRED', REQUIRED);
    expect((await setUpLink(again, await confirmed(again, 'PAYOUT', passkey))).http).toBe(200);
  });
});

/** Each confirmed action with a confirmation, and the response when it is not for this action. */
const ACTIONS = {
  PHONE: (owner, confirmation) => changesNumber(owner, { confirmation }),
  PAYOUT: (owner, confirmation) => setUpLink(owner, confirmation),
  DELETION: ({ token }, confirmation) => call(requestAccountDeletion, { confirmation }, { token }),
  PASSKEY: async ({ token }, confirmation) => {
    const asks = { password: PASSWORD, confirmation };
    const { body } = await call(beginPasskeyRegistration, asks, { token });
    const response = newAuthenticator().create(body.challenge);
    return call(finishPasskeyRegistration, { ...response, name: 'New', confirmation }, { token });
  },
} satisfies Record<ConfirmedAction, (owner: Owner, confirmation: string) => Promise<Answer>>;

const PAIRS = CONFIRMED_ACTIONS.flatMap((confirms) =>
  CONFIRMED_ACTIONS.map((action) => [confirms, action] as const),
);

describe('a confirmation', () => {
  test.each(PAIRS)('of %s confirms %s only if they are the same', async (confirms, action) => {
    const owner = await withDeskPasskey();
    const confirmation = await confirmed(owner, confirms, owner.passkey);
    const answer = await ACTIONS[action](owner, confirmation);
    if (confirms === action) expect(answer.http).toBe(200);
    else if (action === 'PASSKEY') expectRefusal(answer, 403, 'FORBIDDEN');
    else expectRefusal(answer, 428, 'PASSKEY_REQUIRED', REQUIRED);
    // Whoever tried it for another action can still use it for its own.
    if (confirms !== action) expect((await ACTIONS[confirms](owner, confirmation)).http).toBe(200);
  });

  test.each(PAIRS.filter(([begun, finished]) => begun !== finished))(
    'that was begun for %s is not given for %s',
    async (begun, finished) => {
      const owner = await withDeskPasskey();
      const { challenge } = (await beginConfirmation(owner, begun)).body;
      const response = owner.passkey.get(challenge);
      const refused = await finishConfirmation(owner, finished, response);
      expectRefusal(refused, 403, 'FORBIDDEN', NOT_VERIFIED);
    },
  );
});

describe('confirming with a passkey', () => {
  test('is refused to a passkey that was added less than 72 hours ago, which only needs the password', async () => {
    const owner = await withOldPasskey();
    const added = await withPasskey(owner);
    const { allowed, challenge } = (await beginConfirmation(owner, 'PAYOUT')).body;
    expect(allowed.map(({ id }: { id: string }) => id)).toEqual([owner.passkey.credentialId]);
    const refused = await finishConfirmation(owner, 'PAYOUT', added.get(challenge));
    expectRefusal(refused, 403, 'FORBIDDEN', NOT_VERIFIED);
  });

  test('is not begun without such a passkey', async () => {
    const person = await newPerson(world);
    await withPasskey(person);
    expectRefusal(
      await beginConfirmation(person, 'PHONE'),
      409,
      'WRONG_STATUS',
      'A passkey can confirm changes 72 hours after you add it. Use a code for now.',
    );
  });

  test('refuses a replayed response, and one to the challenge of another action, session or person', async () => {
    const owner = await withOldPasskey();
    const challengeOf = async (person: Person) =>
      (await beginConfirmation(person, 'PHONE')).body.challenge;
    const response = owner.passkey.get(await challengeOf(owner));
    expect((await finishConfirmation(owner, 'PHONE', response)).http).toBe(200);
    const refuses = async (person: Person, action: 'PHONE' | 'PAYOUT', challenge: string) =>
      expectRefusal(
        await finishConfirmation(person, action, owner.passkey.get(challenge)),
        403,
        'FORBIDDEN',
        NOT_VERIFIED,
      );
    expectRefusal(await finishConfirmation(owner, 'PHONE', response), 403, 'FORBIDDEN');
    await refuses(owner, 'PAYOUT', await challengeOf(owner));
    await refuses(await signedInAgain(world, owner), 'PHONE', await challengeOf(owner));
    const other = await withOldPasskey();
    await refuses(other, 'PHONE', await challengeOf(other));
  });
});

describe('removing a passkey', () => {
  test('needs the password only, and can be repeated', async () => {
    const owner = await withOldPasskey();
    const { id: passkeyId } = await onlyPasskeyOf(owner);
    const remove = (password: string) =>
      responseTo(owner.calls('removePasskey', { passkeyId, password }));
    expectRefusal(
      await remove('Wrong-Horse-1'),
      400,
      'INVALID_INPUT',
      'That password is incorrect',
    );
    expect((await remove(PASSWORD)).http).toBe(200);
    expect(await onlyPasskeyOf(owner)).toBeUndefined();
    expect((await remove(PASSWORD)).http).toBe(200);
    expect((await userById(table, owner.user.id, world.now()))?.passkeyCount).toBe(0);
  });

  test('blocks the setup of payouts for 72 hours, so that a thief with the password gains nothing', async () => {
    const owner = await withOldPasskey();
    const { id: passkeyId } = await onlyPasskeyOf(owner);
    const { token } = owner;
    await call(removePasskey, { passkeyId, password: PASSWORD }, { token });
    const refused = await setUpLink(owner);
    expectRefusal(refused, 409, 'WRONG_STATUS');
    expect(refused.body.message).toContain('A passkey was removed less than 72 hours ago');
    world.advance(SECURITY_WAIT);
    expect((await setUpLink(await signedInAgain(world, owner))).http).toBe(200);
  });

  test('begins no wait of its own if the passkey could not confirm yet, and needs no password then', async () => {
    const person = await newPerson(world);
    await withPasskey(person);
    const { id: passkeyId } = await onlyPasskeyOf(person);
    world.advance(SECURITY_WAIT - HOUR);
    const again = await signedInAgain(world, person);
    expect((await responseTo(again.calls('removePasskey', { passkeyId }))).http).toBe(200);
    expect(await onlyPasskeyOf(again)).toBeUndefined();
    world.advance(HOUR);
    expect((await setUpLink(await signedInAgain(world, person))).http).toBe(200);
  });

  test('needs the password of a passkey that confirms', async () => {
    const owner = await withOldPasskey();
    const { id: passkeyId } = await onlyPasskeyOf(owner);
    await expectRefused(owner.calls('removePasskey', { passkeyId }), 400, 'INVALID_INPUT', {
      password: 'Please enter your password',
    });
    expect((await onlyPasskeyOf(owner)).id).toBe(passkeyId);
  });

  test('makes room for the same credential again', async () => {
    const person = await newPerson(world);
    await withPasskey(person);
    const { id: passkeyId } = await onlyPasskeyOf(person);
    await person.calls('removePasskey', { passkeyId, password: PASSWORD });
    await withPasskey(person, 'New phone');
    expect((await onlyPasskeyOf(person)).name).toBe('New phone');
  });

  test('does not touch the passkey of another person', async () => {
    const owner = await withOldPasskey();
    const { id: passkeyId } = await onlyPasskeyOf(owner);
    const { token } = await newPerson(world);
    expect((await call(removePasskey, { passkeyId, password: PASSWORD }, { token })).http).toBe(
      200,
    );
    expect((await onlyPasskeyOf(owner)).id).toBe(passkeyId);
  });
});

describe('renaming a passkey', () => {
  test('changes its name alone', async () => {
    const owner = await withOldPasskey();
    const before = await onlyPasskeyOf(owner);
    const { token } = owner;
    await call(renamePasskey, { passkeyId: before.id, name: ' Old laptop ' }, { token });
    expect(await onlyPasskeyOf(owner)).toEqual({ ...before, name: 'Old laptop' });
  });

  test('refuses an empty name, a long one, and the passkey of another person', async () => {
    const owner = await withOldPasskey();
    const { id: passkeyId } = await onlyPasskeyOf(owner);
    const rename = (name: string, { token }: Person = owner) =>
      call(renamePasskey, { passkeyId, name }, { token });
    expectRefusal(await rename(' '), 400, 'INVALID_INPUT', 'Please enter a name');
    expectRefusal(await rename('a'.repeat(61)), 400, 'INVALID_INPUT');
    expectRefusal(await rename('Mine', await newPerson(world)), 404, 'NOT_FOUND');
    expect((await onlyPasskeyOf(owner)).name).toBe('Laptop');
  });
});
