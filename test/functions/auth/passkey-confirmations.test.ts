import { describe, expect, test } from '@jest/globals';
import { userById } from '#functions/storage/accounts/users.ts';
import { passkeyKey, userKey } from '#functions/storage/keys.ts';
import { table, update } from '#functions/storage/table.ts';
import type { NumberProof } from '#lib/local/deeds/auth.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { NEW_PASSWORD, PASSWORD } from '#lib/local/deeds/passwords.ts';
import {
  CONFIRMATION_TIME,
  CONFIRMED_ACTIONS,
  type ConfirmedAction,
} from '#shared/rules/auth/passkeys.ts';
import { SECURITY_WAIT } from '#shared/rules/auth/security-wait.ts';
import { HOUR, later, MINUTE } from '#shared/time.ts';
import type { Answer } from '../../support/call.ts';
import { onlyPasskeyOf, withPasskey } from '../../support/passkeys.ts';
import {
  newPerson,
  nextPhoneNumber,
  type Person,
  personOf,
  visitor,
} from '../../support/people.ts';
import { CHANGED } from '../../support/phone-change.ts';
import { expectRefusal, expectRefused } from '../../support/refusals.ts';
import { newAuthenticator } from '../../support/software-authenticator.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

const NOT_VERIFIED = 'This passkey couldn’t be verified. Please try again.';
const REQUIRED = 'Please confirm this with your passkey.';

/** A person with a passkey that is old enough to confirm actions, in a new session. */
async function withOldPasskey(): Promise<Owner> {
  const person = await newPerson(world);
  const passkey = await withPasskey(person, { name: 'Laptop' });
  world.advance(SECURITY_WAIT);
  return { ...(await personOf(world, person.user)), passkey };
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
async function changesNumber(person: Person, proofs: NumberProof) {
  // The next code is sent after a minute.
  world.advance(MINUTE);
  const phoneNumber = nextPhoneNumber();
  await person.asksForNumberCode(phoneNumber);
  return responseTo(person.changesNumber(phoneNumber, world.codeSentTo(phoneNumber), proofs));
}

const setUpLink = (person: Person, confirmation?: string) =>
  responseTo(person.asksForPayoutLink({ confirmation }));

describe('a phone change', () => {
  test('takes effect at once with a confirmation by a passkey, without the old phone', async () => {
    const owner = await withOldPasskey();
    const confirmation = await owner.confirms('PHONE', owner.passkey);
    expect((await changesNumber(owner, { confirmation })).body).toEqual(CHANGED);
  });

  test('waits 72 hours without it, also for a person who has a passkey', async () => {
    const { body } = await changesNumber(await withOldPasskey(), {});
    expect(body.effectiveAt).toEqual(expect.any(String));
  });

  test('refuses a confirmation that was used, has expired, or is for payouts, and changes nothing', async () => {
    const owner = await withOldPasskey();
    const used = await owner.confirms('PHONE', owner.passkey);
    expect((await changesNumber(owner, { confirmation: used })).body).toEqual(CHANGED);
    const before = await userById(table, owner.user.id, world.now());
    world.advance(SECURITY_WAIT);
    const refuses = async (confirmation: string) =>
      expectRefusal(
        await changesNumber(owner, { confirmation }),
        428,
        'PASSKEY_REQUIRED',
        REQUIRED,
      );
    await refuses(used);
    await refuses(await owner.confirms('PAYOUT', owner.passkey));
    const late = await owner.confirms('PHONE', owner.passkey);
    world.advance(CONFIRMATION_TIME);
    await refuses(late);
    expect(await userById(table, owner.user.id, world.now())).toMatchObject({
      phoneNumber: before?.phoneNumber,
    });
  });

  test('refuses the confirmation of another person and of another session', async () => {
    const owner = await withOldPasskey();
    const confirmation = await owner.confirms('PHONE', owner.passkey);
    const elsewhere = await personOf(world, owner.user);
    for (const person of [elsewhere, await newPerson(world)])
      expectRefusal(await changesNumber(person, { confirmation }), 428, 'PASSKEY_REQUIRED');
  });

  test('does not accept a passkey for 72 hours after a password reset', async () => {
    const owner = await withOldPasskey();
    const { username, phoneNumber } = owner.user;
    const { id } = await onlyPasskeyOf(owner);
    await visitor().asksForReset(username);
    const code = world.codeSentTo(phoneNumber);
    expect(
      await responseTo(visitor().resetsPassword(username, code, { keptPasskeys: [id] })),
    ).toMatchObject({ http: 200 });
    world.advance(HOUR);
    const again = await personOf(world, owner.user);
    const confirmation = await again.confirms('PHONE', owner.passkey);
    const refused = await changesNumber(again, { confirmation, password: NEW_PASSWORD });
    expectRefusal(refused, 400, 'INVALID_INPUT');
    expect(refused.body.fields.confirmation).toContain('less than 72 hours ago');
  });
});

describe('setting up payouts', () => {
  test('needs a confirmation from a person with a passkey, once for each link', async () => {
    const owner = await withOldPasskey();
    expectRefusal(await setUpLink(owner), 428, 'PASSKEY_REQUIRED', REQUIRED);
    const confirmation = await owner.confirms('PAYOUT', owner.passkey);
    expect((await setUpLink(owner, confirmation)).http).toBe(200);
    expectRefusal(await setUpLink(owner, confirmation), 428, 'PASSKEY_REQUIRED');
  });

  test('waits 72 hours after a passkey was added, which then has to confirm it', async () => {
    const person = await newPerson(world);
    const passkey = await withPasskey(person);
    expectRefusal(await setUpLink(person), 409, 'WRONG_STATUS');
    world.advance(SECURITY_WAIT);
    expectRefusal(await setUpLink(person), 428, 'PASSKEY_REQUIRED', REQUIRED);
    expect((await setUpLink(person, await person.confirms('PAYOUT', passkey))).http).toBe(200);
  });
});

/** Each confirmed action with a confirmation, and the response when it is not for this action. */
const ACTIONS = {
  PHONE: (owner, confirmation) => changesNumber(owner, { confirmation }),
  PAYOUT: (owner, confirmation) => setUpLink(owner, confirmation),
  DELETION: (person, confirmation) => responseTo(person.asksForDeletion({ confirmation })),
  PASSKEY: async (person, confirmation) => {
    const body = await person.beginsPasskey({ confirmation });
    const response = newAuthenticator().create(body.challenge);
    return responseTo(person.finishesPasskey(response, { name: 'New', confirmation }));
  },
} satisfies Record<ConfirmedAction, (owner: Owner, confirmation: string) => Promise<Answer>>;

const PAIRS = CONFIRMED_ACTIONS.flatMap((confirms) =>
  CONFIRMED_ACTIONS.map((action) => [confirms, action] as const),
);

describe('a confirmation', () => {
  test.each(PAIRS)('of %s confirms %s only if they are the same', async (confirms, action) => {
    const owner = await withDeskPasskey();
    const confirmation = await owner.confirms(confirms, owner.passkey);
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
      const { challenge } = (await responseTo(owner.beginsConfirmation(begun))).body;
      const response = owner.passkey.get(challenge);
      const refused = await responseTo(owner.finishesConfirmation(finished, response));
      expectRefusal(refused, 403, 'FORBIDDEN', NOT_VERIFIED);
    },
  );
});

describe('confirming with a passkey', () => {
  test('is refused to a passkey that was added less than 72 hours ago, which only needs the password', async () => {
    const owner = await withOldPasskey();
    const added = await withPasskey(owner);
    const { allowed, challenge } = (await responseTo(owner.beginsConfirmation('PAYOUT'))).body;
    expect(allowed.map(({ id }: { id: string }) => id)).toEqual([owner.passkey.credentialId]);
    const refused = await responseTo(owner.finishesConfirmation('PAYOUT', added.get(challenge)));
    expectRefusal(refused, 403, 'FORBIDDEN', NOT_VERIFIED);
  });

  test('is not begun without such a passkey', async () => {
    const person = await newPerson(world);
    await withPasskey(person);
    await expectRefused(
      person.beginsConfirmation('PHONE'),
      409,
      'WRONG_STATUS',
      'A passkey can confirm changes 72 hours after you add it. Use a code for now.',
    );
  });

  test('refuses a replayed response, and one to the challenge of another action, session or person', async () => {
    const owner = await withOldPasskey();
    const challengeOf = async (person: Person) =>
      (await person.beginsConfirmation('PHONE')).challenge;
    const response = owner.passkey.get(await challengeOf(owner));
    await owner.finishesConfirmation('PHONE', response);
    const refuses = async (person: Person, action: 'PHONE' | 'PAYOUT', challenge: string) =>
      expectRefusal(
        await responseTo(person.finishesConfirmation(action, owner.passkey.get(challenge))),
        403,
        'FORBIDDEN',
        NOT_VERIFIED,
      );
    await expectRefused(owner.finishesConfirmation('PHONE', response), 403, 'FORBIDDEN');
    await refuses(owner, 'PAYOUT', await challengeOf(owner));
    await refuses(await personOf(world, owner.user), 'PHONE', await challengeOf(owner));
    const other = await withOldPasskey();
    await refuses(other, 'PHONE', await challengeOf(other));
  });
});

describe('removing a passkey', () => {
  test('needs the password only, and can be repeated', async () => {
    const owner = await withOldPasskey();
    const passkey = await onlyPasskeyOf(owner);
    const remove = (password: string) => responseTo(owner.removesPasskey(passkey, { password }));
    expectRefusal(
      await remove('Wrong-Horse-1'),
      400,
      'INVALID_INPUT',
      'That password is incorrect',
    );
    expect((await remove(PASSWORD)).http).toBe(200);
    expect((await owner.passkeys()).data).toEqual([]);
    expect((await remove(PASSWORD)).http).toBe(200);
    expect((await userById(table, owner.user.id, world.now()))?.passkeyCount).toBe(0);
  });

  test('blocks the setup of payouts for 72 hours, so that a thief with the password gains nothing', async () => {
    const owner = await withOldPasskey();
    await owner.removesPasskey(await onlyPasskeyOf(owner));
    const refused = await setUpLink(owner);
    expectRefusal(refused, 409, 'WRONG_STATUS');
    expect(refused.body.message).toContain('A passkey was removed less than 72 hours ago');
    world.advance(SECURITY_WAIT);
    expect((await setUpLink(owner)).http).toBe(200);
  });

  test('begins no wait of its own if the passkey could not confirm yet, and needs no password then', async () => {
    const person = await newPerson(world);
    await withPasskey(person);
    const passkey = await onlyPasskeyOf(person);
    world.advance(SECURITY_WAIT - HOUR);
    expect((await responseTo(person.removesPasskey(passkey, { password: null }))).http).toBe(200);
    expect((await person.passkeys()).data).toEqual([]);
    world.advance(HOUR);
    expect((await setUpLink(person)).http).toBe(200);
  });

  test('needs the password of a passkey that confirms', async () => {
    const owner = await withOldPasskey();
    const passkey = await onlyPasskeyOf(owner);
    await expectRefused(owner.removesPasskey(passkey, { password: null }), 400, 'INVALID_INPUT', {
      password: 'Please enter your password',
    });
    expect((await onlyPasskeyOf(owner)).id).toBe(passkey.id);
  });

  test('makes room for the same credential again', async () => {
    const person = await newPerson(world);
    await withPasskey(person);
    await person.removesPasskey(await onlyPasskeyOf(person));
    await withPasskey(person, { name: 'New phone' });
    expect((await onlyPasskeyOf(person)).name).toBe('New phone');
  });

  test('does not touch the passkey of another person', async () => {
    const owner = await withOldPasskey();
    const passkey = await onlyPasskeyOf(owner);
    await (await newPerson(world)).removesPasskey(passkey);
    expect((await onlyPasskeyOf(owner)).id).toBe(passkey.id);
  });
});

describe('renaming a passkey', () => {
  test('changes its name alone', async () => {
    const owner = await withOldPasskey();
    const before = await onlyPasskeyOf(owner);
    await owner.renamesPasskey(before, ' Old laptop ');
    expect(await onlyPasskeyOf(owner)).toEqual({ ...before, name: 'Old laptop' });
  });

  test('refuses an empty name, a long one, and the passkey of another person', async () => {
    const owner = await withOldPasskey();
    const passkey = await onlyPasskeyOf(owner);
    const rename = (name: string, person: Person = owner) =>
      responseTo(person.renamesPasskey(passkey, name));
    expectRefusal(await rename(' '), 400, 'INVALID_INPUT', 'Please enter a name');
    expectRefusal(await rename('a'.repeat(61)), 400, 'INVALID_INPUT');
    expectRefusal(await rename('Mine', await newPerson(world)), 404, 'NOT_FOUND');
    expect((await onlyPasskeyOf(owner)).name).toBe('Laptop');
  });
});
