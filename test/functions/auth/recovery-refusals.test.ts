import { describe, expect, test } from '@jest/globals';
import { holderOfPhone, userById } from '#functions/storage/accounts/users.ts';
import { phoneKey } from '#functions/storage/keys.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { NEW_PASSWORD } from '#lib/local/deeds/passwords.ts';
import { MINUTE, SECOND } from '#shared/time.ts';
import { failTextMessages, wrongCode } from '../../support/auth.ts';
import { giveEmail } from '../../support/emails.ts';
import { blockedNow, newPerson, type Person, visitor } from '../../support/people.ts';
import { formOf } from '../../support/profiles.ts';
import { recovering } from '../../support/recovery.ts';
import { expectRefusal, expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Refusals of moving an account away from a lost phone. docs/product/email.md#a-lost-phone */

const world = worldOfFile();

const DONE = { status: 'SUCCESS' };
const WRONG = 'That code is incorrect or has expired. Check it, or ask for a new one.';
const USED_UP = 'Too many incorrect codes. Ask for a new one.';
const EXPIRED = 'This code has expired. Please ask for a new one.';

/** Creates a person who lost the phone, with the complete proof. */
async function texted() {
  const person = await recovering(world);
  await visitor().asksForRecoveryCode(person.proof);
  const phoneCode = world.codeSentTo(person.phoneNumber);
  return { ...person, proof: { ...person.proof, phoneCode } };
}

const numberOf = async ({ user }: Person) =>
  (await userById(table, user.id, world.now()))?.phoneNumber;

describe('sendRecoveryNumberCode refuses', () => {
  test('a wrong code from the email, and after five wrong ones the right one too', async () => {
    const { proof, phoneNumber } = await recovering(world);
    const wrong = { ...proof, code: wrongCode(proof.code) };
    for (let tries = 0; tries < 5; tries += 1)
      await expectRefused(visitor().asksForRecoveryCode(wrong), 401, 'UNAUTHENTICATED', {
        code: WRONG,
      });
    await expectRefused(visitor().asksForRecoveryCode(proof), 401, 'UNAUTHENTICATED', {
      code: USED_UP,
    });
    expect(world.codeSentTo(phoneNumber)).toBe('');
  });

  test('an expired code from the email', async () => {
    const { proof, phoneNumber } = await recovering(world);
    world.advance(10 * MINUTE);
    await expectRefused(visitor().asksForRecoveryCode(proof), 401, 'UNAUTHENTICATED', {
      code: EXPIRED,
    });
    expect(world.codeSentTo(phoneNumber)).toBe('');
  });

  test('a second code within a minute', async () => {
    const { proof, phoneNumber } = await texted();
    const early = await responseTo(visitor().asksForRecoveryCode(proof));
    expectRefusal(early, 429, 'TOO_MANY_REQUESTS');
    expect(world.texts.filter(({ to }) => to === phoneNumber)).toHaveLength(1);
    world.advance(Number(early.headers['retry-after']) * SECOND);
    expect((await responseTo(visitor().asksForRecoveryCode(proof))).body).toMatchObject(DONE);
  });

  test('with UNAVAILABLE if the text message could not be sent, and the next one need not wait', async () => {
    const { proof, phoneNumber } = await recovering(world);
    const failing = failTextMessages();
    try {
      await expectRefused(visitor().asksForRecoveryCode(proof), 503, 'UNAVAILABLE');
      expect(failing.tries()).toBe(1);
    } finally {
      failing.restore();
    }
    expect((await responseTo(visitor().asksForRecoveryCode(proof))).body).toMatchObject(DONE);
    const phoneCode = world.codeSentTo(phoneNumber);
    expect(await visitor().recovers({ ...proof, phoneCode })).toEqual(DONE);
  });

  test('no right code, however often the text message is requested', async () => {
    const { proof, phoneNumber } = await recovering(world);
    for (let times = 0; times < 6; times += 1) {
      expect((await responseTo(visitor().asksForRecoveryCode(proof))).body).toMatchObject(DONE);
      world.advance(MINUTE);
    }
    const phoneCode = world.codeSentTo(phoneNumber);
    expect(await visitor().recovers({ ...proof, phoneCode })).toEqual(DONE);
  });
});

describe('since the email was sent, an account is not moved if', () => {
  test.each<[string, (person: Person) => Promise<unknown>]>([
    [
      'its username has changed',
      (person) => person.editsProfile(formOf(person, { username: `${person.user.username}_new` })),
    ],
    ['its email address has changed', (person) => giveEmail(world, person)],
    ['it was blocked', (person) => blockedNow(world, person)],
  ])('%s', async (_what, change) => {
    const person = await texted();
    await change(person);
    world.advance(MINUTE);
    const { proof, phoneNumber } = person;
    const sent = world.texts.length;
    for (const refused of [
      await responseTo(visitor().asksForRecoveryCode(proof)),
      await responseTo(visitor().recovers(proof)),
    ])
      expectRefusal(refused, 401, 'UNAUTHENTICATED', { code: WRONG });
    expect(world.texts.length).toBe(sent);
    expect(await numberOf(person)).toBe(person.user.phoneNumber);
    expect(await holderOfPhone(table, phoneNumber)).toBeUndefined();
  });
});

describe('recoverAccount refuses', () => {
  test.each([
    ['code', 'phoneCode'],
    ['phoneCode', 'code'],
  ] as const)('the right %s after five wrong ones, with the right %s', async (...[field]) => {
    const person = await texted();
    const { proof } = person;
    const wrong = { ...proof, [field]: wrongCode(proof[field]) };
    for (let tries = 0; tries < 5; tries += 1)
      await expectRefused(visitor().recovers(wrong), 401, 'UNAUTHENTICATED', { [field]: WRONG });
    await expectRefused(visitor().recovers(proof), 401, 'UNAUTHENTICATED', { [field]: USED_UP });
    expect(await numberOf(person)).toBe(person.user.phoneNumber);
  });

  test('a number that another account took after the code was sent, and the codes stay valid', async () => {
    const person = await texted();
    const { proof, phoneNumber } = person;
    await newPerson(world, { phoneNumber });
    for (let times = 0; times < 2; times += 1)
      await expectRefused(visitor().recovers(proof), 409, 'PHONE_TAKEN', {
        phoneNumber: 'Phone number already in use',
      });
    expect(await numberOf(person)).toBe(person.user.phoneNumber);
  });

  test('an account whose password was changed meanwhile', async () => {
    const person = await texted();
    const { proof, phoneNumber } = person;
    const overtaken = await world.overtaken(() => responseTo(visitor().recovers(proof)), {
      at: phoneKey(phoneNumber),
      by: async () => expect((await responseTo(person.changesPassword())).http).toBe(200),
    });
    expectRefusal(
      overtaken,
      409,
      'WRONG_STATUS',
      'Your password or phone number was changed a moment ago. Please try again.',
    );
    expect(await numberOf(person)).toBe(person.user.phoneNumber);
    const waits = await responseTo(visitor().recovers({ ...proof, password: NEW_PASSWORD }));
    expectRefusal(waits, 409, 'WRONG_STATUS');
    expect(waits.body.message).toContain('Your password was changed less than 72 hours ago');
  });

  test('the second of two calls at the same time', async () => {
    const person = await texted();
    const { proof, phoneNumber } = person;
    const second = await world.overtaken(() => responseTo(visitor().recovers(proof)), {
      at: phoneKey(phoneNumber),
      by: async () => expect((await responseTo(visitor().recovers(proof))).body).toEqual(DONE),
    });
    expectRefusal(second, 401, 'UNAUTHENTICATED', { phoneCode: WRONG });
    expect(await numberOf(person)).toBe(phoneNumber);
  });
});
