import { describe, expect, test } from '@jest/globals';
import { userById } from '#functions/storage/accounts/users.ts';
import { userKey } from '#functions/storage/keys.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { NEW_PASSWORD, PASSWORD } from '#lib/local/deeds/passwords.ts';
import { MINUTE } from '#shared/time.ts';
import { wrongCode } from '../../support/auth.ts';
import { domainEventsAbout } from '../../support/domain-events.ts';
import { nextEmail, whileEmailsFail } from '../../support/emails.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { expectRefusal, expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Changes of an email address that are refused, overtaken by another call, or interrupted. docs/product/email.md#the-address */

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
  await person.asksForEmailCode(email);
  return { ...person, email, code: world.codeEmailedTo(email) };
}

const remove = (person: Person, password = PASSWORD) =>
  responseTo(person.removesEmail({ password }));

describe('confirmEmail refuses', () => {
  test('the right code after five wrong ones', async () => {
    const person = await asked();
    const { email, code } = person;
    for (let tries = 0; tries < 5; tries += 1)
      await expectRefused(person.confirmsEmail(email, wrongCode(code)), 401, 'UNAUTHENTICATED', {
        code: WRONG,
      });
    await expectRefused(person.confirmsEmail(email, code), 401, 'UNAUTHENTICATED', {
      code: 'Too many incorrect codes. Ask for a new one.',
    });
    expect(await emailOf(person)).toBeUndefined();
  });

  test('the second of two calls at the same time, and the address is stored once', async () => {
    const person = await asked();
    const { email, code } = person;
    const confirmation = () => person.confirmsEmail(email, code);
    const second = await world.overtaken(() => responseTo(confirmation()), {
      at: userKey(person.user.id),
      by: confirmation,
    });
    expectRefusal(second, 401, 'UNAUTHENTICATED', { code: WRONG });
    expect(await emailOf(person)).toBe(email);
    expect(await changesOf(person)).toBe(1);
  });

  test('a session that ended meanwhile', async () => {
    const person = await asked();
    const { email, code } = person;
    const refused = await world.overtaken(() => responseTo(person.confirmsEmail(email, code)), {
      at: userKey(person.user.id),
      by: () => person.signsOut(),
    });
    expectRefusal(refused, 401, 'UNAUTHENTICATED');
    expect(refused.body).not.toHaveProperty('fields');
    expect(await emailOf(person)).toBeUndefined();
  });

  test('an account whose password was changed meanwhile, after which it waits', async () => {
    const person = await asked();
    const { email, code } = person;
    const refused = await world.overtaken(() => responseTo(person.confirmsEmail(email, code)), {
      at: userKey(person.user.id),
      by: () => person.changesPassword(),
    });
    expectRefusal(refused, 409, 'WRONG_STATUS', CHANGED);
    expect(await emailOf(person)).toBeUndefined();
    const waits = await responseTo(person.confirmsEmail(email, code, { password: NEW_PASSWORD }));
    expectRefusal(waits, 409, 'WRONG_STATUS');
    expect(waits.body.message).toContain('Your password was changed less than 72 hours ago');
  });
});

describe('removeEmail refuses', () => {
  test('a session that ended meanwhile', async () => {
    const person = await newPerson(world, { email: nextEmail() });
    const refused = await world.overtaken(() => remove(person), {
      at: userKey(person.user.id),
      by: () => person.signsOut(),
    });
    expectRefusal(refused, 401, 'UNAUTHENTICATED');
    expect(await emailOf(person)).toBe(person.email);
  });

  test('an account whose password was changed meanwhile', async () => {
    const person = await newPerson(world, { email: nextEmail() });
    const refused = await world.overtaken(() => remove(person), {
      at: userKey(person.user.id),
      by: () => person.changesPassword(),
    });
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
    await world.crashingAtEveryWrite(async ({ crash }) => {
      const person = await newPerson(world);
      const email = nextEmail();
      const asks = () => crash(() => responseTo(person.asksForEmailCode(email)));
      await (fails ? whileEmailsFail(asks) : asks());
      world.advance(MINUTE);
      await person.asksForEmailCode(email);
      await person.confirmsEmail(email, world.codeEmailedTo(email));
      expect(await emailOf(person)).toBe(email);
    });
  },
);
