import { describe, expect, test } from '@jest/globals';
import { handler as tellOldNumber } from '#functions/events/tellOldNumber.ts';
import { notificationsOf } from '#functions/notifications/push-notifications.ts';
import { holderOfPhone, userById } from '#functions/storage/accounts/users.ts';
import { userKey } from '#functions/storage/keys.ts';
import { table, update } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { NEW_PASSWORD } from '#lib/local/deeds/passwords.ts';
import { SECURITY_WAIT } from '#shared/rules/auth/security-wait.ts';
import { fromIso, HOUR, later, MINUTE, toIso } from '#shared/time.ts';
import { formatPhoneNumber } from '#shared/wire.ts';
import { lambdaContext } from '../../support/call.ts';
import { domainEventsAbout } from '../../support/domain-events.ts';
import {
  bearer,
  newPerson,
  nextPhoneNumber,
  type Person,
  personOf,
  visitor,
} from '../../support/people.ts';
import { asked, CHANGED, DONE, finish, pending } from '../../support/phone-change.ts';
import { expectRefusal, expectRefused } from '../../support/refusals.ts';
import { at } from '../../support/stopped-clock.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Phone changes require the password, and a code from the old number or a wait of 72 hours. */

const world = worldOfFile();

const WRONG_PASSWORD = { password: 'That password is incorrect' };
const numberOf = async (person: Person) =>
  (await userById(table, person.user.id, world.now()))?.phoneNumber;

const askForReset = (username: string) => responseTo(visitor().asksForReset(username));

async function reset({ user }: Person, phoneNumber = user.phoneNumber) {
  await askForReset(user.username);
  const verificationCode = world.codeSentTo(phoneNumber);
  return responseTo(visitor().resetsPassword(user.username, verificationCode));
}

async function askedEvent(person: Person) {
  const event = (await domainEventsAbout(world, 'user.phoneChangeAsked', person)).at(-1);
  if (!event) throw new Error('no change was requested');
  return event;
}
const deliverEvent = async (person: Person) =>
  tellOldNumber({ detail: await askedEvent(person) } as never, lambdaContext());
const warningsOf = ({ user }: Person) =>
  world.texts.filter(({ to, body }) => to === user.phoneNumber && body.includes('asked to move'));

test.each([
  ['before', 2],
  ['after', 1],
] as const)(
  'a crash %s the warning to the old number is recorded sends it %i times in all',
  async (when, times) => {
    const person = await pending(world);
    expect((await world.crashingAt(1, when, () => deliverEvent(person))).is).toBe('crashed');
    await deliverEvent(person);
    expect(warningsOf(person)).toHaveLength(times);
  },
);

describe('a stolen session', () => {
  test('cannot change the number without the password, and wrong passwords do not use up the codes', async () => {
    const person = await asked(world);
    const { user, phoneNumber, code, oldCode } = person;
    for (let tries = 0; tries < 6; tries += 1) {
      await expectRefused(
        person.changesNumber(phoneNumber, code, { oldCode, password: 'Guess-1234' }),
        400,
        'INVALID_INPUT',
        WRONG_PASSWORD,
      );
    }
    expect((await person.account()).phoneNumber).toBe(formatPhoneNumber(user.phoneNumber));
    expect(await person.changesNumber(phoneNumber, code, { oldCode })).toEqual(CHANGED);
  });

  test('cannot change the number immediately with only the password and a code from the new number', async () => {
    const person = await pending(world);
    expect(await numberOf(person)).toBe(person.user.phoneNumber);
    expect(await holderOfPhone(table, person.phoneNumber)).toBeUndefined();
  });

  test.each(['wrong', 'from the new number', 'of somebody else'])(
    'is refused when the code for the old number is %s',
    async (which) => {
      const person = await asked(world);
      const { user, phoneNumber, code, oldCode } = person;
      const wrong = {
        wrong: oldCode === '000000' ? '000001' : '000000',
        'from the new number': code,
        'of somebody else': (await asked(world)).oldCode,
      }[which];
      await expectRefused(
        person.changesNumber(phoneNumber, code, { oldCode: wrong }),
        401,
        'UNAUTHENTICATED',
        {
          oldCode: 'That code is incorrect or has expired. Check it, or ask for a new one.',
        },
      );
      expect((await person.account()).phoneNumber).toBe(formatPhoneNumber(user.phoneNumber));
    },
  );

  test('cannot set up payouts for 72 hours after a phone change', async () => {
    const person = await asked(world);
    const { user, phoneNumber, code, oldCode } = person;
    await person.changesNumber(phoneNumber, code, { oldCode });
    const refused = await responseTo(person.asksForPayoutLink());
    expectRefusal(refused, 409, 'WRONG_STATUS');
    expect(refused.body.message).toContain('less than 72 hours ago');
    world.advance(SECURITY_WAIT);
    const later = await personOf(world, user);
    await later.asksForPayoutLink();
  });
});

describe('a thief who resets the password with an unlocked phone', () => {
  test('cannot change the phone number immediately: the change is pending', async () => {
    const person = await newPerson(world);
    expect((await reset(person)).http).toBe(200);
    world.advance(MINUTE);
    const again = await personOf(world, person.user);
    const phoneNumber = nextPhoneNumber();
    await again.asksForNumberCode(phoneNumber);
    await again.asksForOldNumberCode();
    const code = world.codeSentTo(phoneNumber);
    const oldCode = world.codeSentTo(person.user.phoneNumber);
    const refused = await responseTo(
      again.changesNumber(phoneNumber, code, { oldCode, password: NEW_PASSWORD }),
    );
    expectRefusal(refused, 400, 'INVALID_INPUT');
    expect(refused.body.fields.oldCode).toContain('less than 72 hours ago');
    const asks = await again.changesNumber(phoneNumber, code, { password: NEW_PASSWORD });
    expect(asks.effectiveAt).not.toBeNull();
    expect(await numberOf(person)).toBe(person.user.phoneNumber);
  });

  test('cannot set up payouts for 72 hours', async () => {
    const person = await newPerson(world);
    await reset(person);
    world.advance(SECURITY_WAIT - HOUR);
    const again = await personOf(world, person.user);
    await expectRefused(again.asksForPayoutLink(), 409, 'WRONG_STATUS');
  });
});

describe('a password reset after a phone change', () => {
  test('sends no code for 72 hours and answers as for an unknown username; the password still signs in', async () => {
    const person = await asked(world);
    const { phoneNumber, code, user } = person;
    await person.changesNumber(phoneNumber, code, { oldCode: person.oldCode });
    const sent = world.texts.length;
    const answer = await askForReset(user.username);
    const unknown = await askForReset('nobody_has_this_name');
    expect(answer.body).toEqual(unknown.body);
    // One text message says from when on a reset works. A phone number is no code.
    const messages = world.texts.slice(0, world.texts.length - sent);
    expect(messages).toHaveLength(1);
    expect(JSON.stringify(messages.map(({ to: _, ...message }) => message))).not.toMatch(
      /\b\d{6}\b/,
    );
    expect((await responseTo(visitor().signsIn(user.username))).http).toBe(200);
    world.advance(SECURITY_WAIT);
    expect((await reset(person, phoneNumber)).http).toBe(200);
  });
});

describe('a pending phone change', () => {
  test('is shown to the person with its day, and can be completed with a code after 72 hours', async () => {
    const person = await pending(world);
    const wait = fromIso(person.effectiveAt) - world.now();
    expect(wait).toBeLessThanOrEqual(SECURITY_WAIT);
    expect(wait).toBeGreaterThan(SECURITY_WAIT - MINUTE);
    world.advance(SECURITY_WAIT - 2 * MINUTE);
    expect((await finish(world, person)).effectiveAt).not.toBeNull();
    expect(await numberOf(person)).toBe(person.user.phoneNumber);
    world.advance(2 * MINUTE);
    expect(await finish(world, person)).toEqual(CHANGED);
    expect(await numberOf(person)).toBe(person.phoneNumber);
    expect((await holderOfPhone(table, person.user.phoneNumber))?.userId).toBeUndefined();
  });

  test('that is requested again waits no longer; a request for another number starts a new wait', async () => {
    const person = await pending(world);
    const begun = await userById(table, person.user.id, world.now());
    world.advance(MINUTE);
    await finish(world, person);
    expect((await userById(table, person.user.id, world.now()))?.nextPhoneAt).toBe(
      begun?.nextPhoneAt,
    );
    const other = { ...person, phoneNumber: nextPhoneNumber() };
    await finish(world, other);
    const anew = await userById(table, person.user.id, world.now());
    expect(anew?.nextPhoneNumber).toBe(other.phoneNumber);
    expect(anew?.nextPhoneAt).toBeGreaterThan(begun?.nextPhoneAt ?? 0);
  });

  test('can be canceled without a password, even twice, and then never takes effect', async () => {
    const person = await pending(world);
    for (let times = 0; times < 2; times += 1)
      expect(await person.stopsNumberChange()).toEqual(DONE);
    world.advance(SECURITY_WAIT);
    expect((await finish(world, person)).effectiveAt).not.toBeNull();
    expect(await numberOf(person)).toBe(person.user.phoneNumber);
  });

  test('cannot be canceled by another person or by an ended session', async () => {
    const person = await pending(world);
    for (const token of [undefined, 'nonsense'])
      await expectRefused(bearer(token).stopsNumberChange(), 401, 'UNAUTHENTICATED');
    const other = await newPerson(world);
    await other.stopsNumberChange();
    await person.signsOut();
    await expectRefused(person.stopsNumberChange(), 401, 'UNAUTHENTICATED');
    expect(await userById(table, person.user.id, world.now())).toHaveProperty('nextPhoneNumber');
  });

  test.each(['changed', 'reset'])('is canceled when the password is %s', async (how) => {
    const person = await pending(world);
    const answer =
      how === 'reset' ? await reset(person) : await responseTo(person.changesPassword());
    expect(answer.http).toBe(200);
    expect(await userById(table, person.user.id, world.now())).not.toHaveProperty(
      'nextPhoneNumber',
    );
  });

  test('that is canceled and completed concurrently is either canceled or completed', async () => {
    const person = await pending(world);
    world.advance(SECURITY_WAIT);
    const again = await personOf(world, person.user);
    const [finished] = await Promise.all([
      finish(world, person),
      responseTo(again.stopsNumberChange()),
    ]);
    const moved = (await numberOf(person)) === person.phoneNumber;
    expect(finished.effectiveAt === null).toBe(moved);
    const holder = await holderOfPhone(table, person.user.phoneNumber);
    expect(holder?.userId).toBe(moved ? undefined : person.user.id);
  });

  test('is refused if another account has confirmed the number since, and the old number remains', async () => {
    const person = await pending(world);
    await newPerson(world, { phoneNumber: person.phoneNumber });
    world.advance(SECURITY_WAIT);
    const again = await personOf(world, person.user);
    await expectRefused(again.asksForNumberCode(person.phoneNumber), 409, 'PHONE_TAKEN');
    expect(await numberOf(person)).toBe(person.user.phoneNumber);
  });

  test('is requested completely or not at all when the process crashes at any effect', async () => {
    await world.crashingAtEveryWrite(async ({ crash }) => {
      const person = await newPerson(world);
      const phoneNumber = nextPhoneNumber();
      await person.asksForNumberCode(phoneNumber);
      const code = world.codeSentTo(phoneNumber);
      const saving = () => responseTo(person.changesNumber(phoneNumber, code));
      await crash(saving);
      expect((await saving()).http).toBe(200);
      expect(await userById(table, person.user.id, world.now())).toMatchObject({
        phoneNumber: person.user.phoneNumber,
        nextPhoneNumber: phoneNumber,
      });
    });
  });
});

describe('the warning of a pending phone change', () => {
  test('goes to the old phone once, with the date of the change and the page that cancels it', async () => {
    const person = await pending(world);
    await deliverEvent(person);
    await deliverEvent(person);
    expect(warningsOf(person)).toHaveLength(1);
    expect(warningsOf(person)[0]?.body).toContain('https://replypaid.test/stop-change?token=');
    expect(warningsOf(person)[0]?.body).not.toContain(person.phoneNumber.slice(-4));
  });

  test('is not sent if the change was canceled before', async () => {
    const person = await pending(world);
    await person.stopsNumberChange();
    await deliverEvent(person);
    expect(warningsOf(person)).toEqual([]);
  });

  test('goes to every device of the person', async () => {
    const person = await pending(world);
    const [news] = await notificationsOf(table, await askedEvent(person), world.now());
    expect(news).toMatchObject({ userId: person.user.id, path: '/change-phone-number' });
  });
});

test('a pending phone change can be completed from exactly its time on', async () => {
  const person = await newPerson(world);
  const phoneNumber = '+15555559876';
  const from = later(world.now(), MINUTE);
  const pending = { nextPhoneNumber: phoneNumber, nextPhoneAt: from };
  await table.write(update(userKey(person.id), { set: pending }));
  const complete = async () => (await responseTo(person.changesNumber(phoneNumber, '000000'))).body;
  // Before that time the call returns only the time; from then on it requires a code.
  expect(await at(world, later(from, -1), complete)).toMatchObject({ effectiveAt: toIso(from) });
  expect(await at(world, from, complete)).toHaveProperty('fields.code');
});
