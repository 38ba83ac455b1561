import { describe, expect, test } from '@jest/globals';
import { handler as removeEmail } from '#functions/auth/removeEmail.ts';
import { userById } from '#functions/storage/accounts/users.ts';
import { table } from '#functions/storage/table.ts';
import { MINUTE } from '#shared/time.ts';
import { NEW_PASSWORD, wrongCode } from '../../support/auth.ts';
import { call } from '../../support/call.ts';
import { crashAtEveryEffect, interceptEffects } from '../../support/crash.ts';
import { domainEventsAbout } from '../../support/domain-events.ts';
import {
  confirm,
  newPersonWithEmail,
  nextEmail,
  sendCode,
  whileEmailsFail,
} from '../../support/emails.ts';
import { changePassword, endSession, overtake } from '../../support/overtaken-changes.ts';
import { newPerson, PASSWORD, type Person } from '../../support/people.ts';
import { expectRefusal } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Changes of an email address that are refused, overtaken by another call, or interrupted. docs/product/email.md#the-address */

interceptEffects();
const world = worldOfFile();

const WRONG = 'That code is incorrect or has expired. Check it, or ask for a new one.';
const CHANGED = 'Your password or phone number was changed a moment ago. Please try again.';

const emailOf = async ({ user }: Person) => (await userById(table, user.id, world.now()))?.email;
const changesOf = async (person: Person) =>
  (await domainEventsAbout(world, 'user.emailChanged', person)).length;

/** Creates a person with a code for an address. */
async function asked() {
  const person = await newPerson(world);
  const email = nextEmail();
  expect((await sendCode(person.token, email)).http).toBe(200);
  return { ...person, email, code: world.codeEmailedTo(email) };
}

const remove = ({ token }: Person, password = PASSWORD) =>
  call(removeEmail, { password }, { token });

describe('confirmEmail refuses', () => {
  test('the right code after five wrong ones', async () => {
    const person = await asked();
    const { token, email, code } = person;
    for (let tries = 0; tries < 5; tries += 1)
      expectRefusal(await confirm(token, email, wrongCode(code)), 401, 'UNAUTHENTICATED', {
        code: WRONG,
      });
    expectRefusal(await confirm(token, email, code), 401, 'UNAUTHENTICATED', {
      code: 'Too many incorrect codes. Ask for a new one.',
    });
    expect(await emailOf(person)).toBeUndefined();
  });

  test('the second of two calls at the same time, and the address is stored once', async () => {
    const person = await asked();
    const { token, email, code } = person;
    const confirmed = () => confirm(token, email, code);
    expectRefusal(await overtake(person, confirmed, confirmed), 401, 'UNAUTHENTICATED', {
      code: WRONG,
    });
    expect(await emailOf(person)).toBe(email);
    expect(await changesOf(person)).toBe(1);
  });

  test('a session that ended meanwhile', async () => {
    const person = await asked();
    const { token, email, code } = person;
    const refused = await overtake(person, () => confirm(token, email, code), endSession);
    expectRefusal(refused, 401, 'UNAUTHENTICATED');
    expect(refused.body).not.toHaveProperty('fields');
    expect(await emailOf(person)).toBeUndefined();
  });

  test('an account whose password was changed meanwhile, after which it waits', async () => {
    const person = await asked();
    const { token, email, code } = person;
    const refused = await overtake(person, () => confirm(token, email, code), changePassword);
    expectRefusal(refused, 409, 'WRONG_STATUS', CHANGED);
    expect(await emailOf(person)).toBeUndefined();
    const waits = await confirm(token, email, code, NEW_PASSWORD);
    expectRefusal(waits, 409, 'WRONG_STATUS');
    expect(waits.body.message).toContain('Your password was changed less than 72 hours ago');
  });
});

describe('removeEmail refuses', () => {
  test('a session that ended meanwhile', async () => {
    const person = await newPersonWithEmail(world);
    const refused = await overtake(person, remove, endSession);
    expectRefusal(refused, 401, 'UNAUTHENTICATED');
    expect(await emailOf(person)).toBe(person.email);
  });

  test('an account whose password was changed meanwhile', async () => {
    const person = await newPersonWithEmail(world);
    const refused = await overtake(person, remove, changePassword);
    expectRefusal(refused, 409, 'WRONG_STATUS', CHANGED);
    expect(await emailOf(person)).toBe(person.email);
    expect(await changesOf(person)).toBe(0);
  });
});

test.each([
  ['sends', false],
  ['can’t send', true],
])(
  'after a crash of sendEmailCode, which %s the code, the next one can be requested a minute later, and is right',
  async (_what, fails) => {
    await crashAtEveryEffect(async (kill) => {
      const person = await newPerson(world);
      const email = nextEmail();
      const crash = () => kill(() => sendCode(person.token, email));
      await (fails ? whileEmailsFail(crash) : crash());
      world.advance(MINUTE);
      expect((await sendCode(person.token, email)).http).toBe(200);
      expect((await confirm(person.token, email, world.codeEmailedTo(email))).http).toBe(200);
      expect(await emailOf(person)).toBe(email);
    });
  },
);
