import { describe, expect, test } from '@jest/globals';
import { handler as tellOldNumber } from '#functions/events/tellOldNumber.ts';
import { holderOfPhone, userById } from '#functions/storage/accounts/users.ts';
import { eventKey, type Key, userPartition } from '#functions/storage/keys.ts';
import { domainEventIn } from '#functions/storage/outbox.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { DAY, MINUTE, SECOND } from '#shared/time.ts';
import { formatPhoneNumber } from '#shared/wire.ts';
import { failTextMessages } from '../../support/auth.ts';
import { type Answer, lambdaContext } from '../../support/call.ts';
import { unusedAddress } from '../../support/handler-calls.ts';
import {
  newPerson,
  nextPhoneNumber,
  type Person,
  personOf,
  visitor,
} from '../../support/people.ts';
import { asked, CHANGED } from '../../support/phone-change.ts';
import { expectRefusal, expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

const signInAt = async (phoneNumber: string) => {
  await visitor().asksForLoginCode(phoneNumber);
  const verificationCode = world.codeSentTo(phoneNumber);
  return responseTo(visitor().signsInByCode(phoneNumber, verificationCode));
};

async function moved() {
  const person = await asked(world);
  world.advance(SECOND);
  expect(
    await person.changesNumber(person.phoneNumber, person.code, { oldCode: person.oldCode }),
  ).toEqual(CHANGED);
  return person;
}

/** The steps of the takeover ladder that this person made. */
const steps = async ({ user }: Person) =>
  (await table.query<Key>({ partition: userPartition(user.id), prefix: 'SECURITY_STEP#' })).items;

/** The domain events of this person's phone changes. */
const eventsOf = async (person: Person) =>
  Promise.all(
    (await steps(person)).map(async ({ sk }) => {
      const item = await table.get<Key>(eventKey(sk.replace('SECURITY_STEP#', '')));
      return item && domainEventIn(item);
    }),
  );

/** Delivers the events to their subscriber; the event bus delivers at least once. */
async function deliver(events: Awaited<ReturnType<typeof eventsOf>>) {
  for (const event of events) await tellOldNumber({ detail: event } as never, lambdaContext());
}

describe('a changed phone number', () => {
  test('belongs to the account once its code is entered', async () => {
    const person = await asked(world);
    const { user, phoneNumber, code, oldCode } = person;
    expect((await person.account()).phoneNumber).toBe(formatPhoneNumber(user.phoneNumber));
    expect(await person.changesNumber(phoneNumber, code, { oldCode })).toEqual(CHANGED);
    expect((await person.account()).phoneNumber).toBe(formatPhoneNumber(phoneNumber));
  });

  test('signs in, and the old number becomes free', async () => {
    const { user, phoneNumber } = await moved();
    expect((await signInAt(phoneNumber)).body.user_id).toBe(user.id);
    expect((await visitor().asksForPhoneNumber(user.phoneNumber)).phoneNumberExists).toBe(false);
    expect((await visitor().asksForPhoneNumber(phoneNumber)).phoneNumberExists).toBe(true);
    const sent = world.texts.length;
    await signInAt(user.phoneNumber);
    expect(world.texts.length).toBe(sent);
    const other = await asked(world, user.phoneNumber);
    expect(
      await other.changesNumber(other.phoneNumber, other.code, { oldCode: other.oldCode }),
    ).toEqual(CHANGED);
  });

  test('ends all other sessions; the session that changed it continues', async () => {
    const person = await asked(world);
    const other = await personOf(world, person.user);
    world.advance(SECOND);
    await person.changesNumber(person.phoneNumber, person.code, { oldCode: person.oldCode });
    await expectRefused(visitor().refreshes(other.refreshToken), 401, 'UNAUTHENTICATED');
    const first = await visitor().refreshes(person.refreshToken);
    await visitor().refreshes(first.refresh_token);
  });

  test('is normalized, and saving it again succeeds without a change', async () => {
    const person = await asked(world);
    const { phoneNumber, code, oldCode } = person;
    const written = formatPhoneNumber(phoneNumber);
    expect(await person.changesNumber(written, code, { oldCode })).toEqual(CHANGED);
    expect(await person.changesNumber(written, code, { oldCode })).toEqual(CHANGED);
  });

  test('that is saved by two concurrent calls changes once', async () => {
    const person = await asked(world);
    const { phoneNumber, code, oldCode } = person;
    const answers = await Promise.all([
      responseTo(person.changesNumber(phoneNumber, code, { oldCode })),
      responseTo(person.changesNumber(phoneNumber, code, { oldCode })),
    ]);
    expect(answers.filter(({ http }) => http === 200).length).toBeGreaterThan(0);
    expect(await eventsOf(person)).toHaveLength(1);
    expect((await person.account()).phoneNumber).toBe(formatPhoneNumber(phoneNumber));
  });

  test('that two people confirm concurrently belongs to one of them', async () => {
    const [one, other] = [await newPerson(world), await newPerson(world)];
    const phoneNumber = nextPhoneNumber();
    const codes: { code: string; oldCode: string }[] = [];
    for (const person of [one, other]) {
      await person.asksForNumberCode(phoneNumber);
      await person.asksForOldNumberCode();
      const oldCode = world.codeSentTo(person.user.phoneNumber);
      codes.push({ code: world.codeSentTo(phoneNumber), oldCode });
    }
    const answers = await Promise.all(
      [one, other].map((person, nth) =>
        responseTo(person.changesNumber(phoneNumber, codes[nth]?.code ?? '', codes[nth])),
      ),
    );
    expect(answers.map(({ http }) => http).sort()).toEqual([200, 409]);
    const lost = answers.find(({ http }) => http === 409) as Answer;
    expectRefusal(lost, 409, 'PHONE_TAKEN', { phoneNumber: 'Phone number already in use' });
    const loser = answers[0] === lost ? one : other;
    expect((await loser.account()).phoneNumber).toBe(formatPhoneNumber(loser.user.phoneNumber));
  });

  test('that another person registers concurrently belongs to the account that confirmed it', async () => {
    const person = await asked(world);
    const { phoneNumber, code, oldCode } = person;
    const form = { fullName: 'Some Body Else', username: `somebody_${phoneNumber.slice(-4)}` };
    const [saved, registered] = await Promise.all([
      responseTo(person.changesNumber(phoneNumber, code, { oldCode })),
      responseTo(visitor().registers({ ...form, phoneNumber }, { from: unusedAddress() })),
    ]);
    expect(saved.http).toBe(200);
    expect([200, 409]).toContain(registered.http);
    expect((await person.account()).phoneNumber).toBe(formatPhoneNumber(phoneNumber));
  });

  test('does not undo a concurrent password change: one of the two succeeds', async () => {
    const person = await asked(world);
    const { user, phoneNumber, code, oldCode } = person;
    const [saved, changed] = await Promise.all([
      responseTo(person.changesNumber(phoneNumber, code, { oldCode })),
      responseTo(person.changesPassword()),
    ]);
    for (const { http } of [saved, changed]) expect([200, 409]).toContain(http);
    expect([saved.http, changed.http]).toContain(200);
    const expected = saved.http === 200 ? phoneNumber : user.phoneNumber;
    expect((await person.account()).phoneNumber).toBe(formatPhoneNumber(expected));
  });
});

describe('a code to the old number', () => {
  test('that is guessed wrong five times leaves the code from the new number as it is', async () => {
    const person = await asked(world);
    const { phoneNumber, code, oldCode, user } = person;
    const wrong = oldCode === '000000' ? '000001' : '000000';
    for (let tries = 1; tries <= 6; tries += 1)
      expect(
        (await responseTo(person.changesNumber(phoneNumber, code, { oldCode: wrong }))).http,
      ).toBe(401);
    world.advance(MINUTE);
    await person.asksForOldNumberCode();
    const next = { oldCode: world.codeSentTo(user.phoneNumber) };
    expect(await person.changesNumber(phoneNumber, code, next)).toEqual(CHANGED);
  });

  test('does not sign in after the change', async () => {
    const person = await asked(world);
    const { phoneNumber } = person.user;
    await visitor().asksForLoginCode(phoneNumber);
    const verificationCode = world.codeSentTo(phoneNumber);
    await person.changesNumber(person.phoneNumber, person.code, { oldCode: person.oldCode });
    await expectRefused(
      visitor().signsInByCode(phoneNumber, verificationCode),
      401,
      'UNAUTHENTICATED',
    );
  });

  test('does not reset the password after the change', async () => {
    const person = await asked(world);
    const { username } = person.user;
    await visitor().asksForReset(username);
    const verificationCode = world.codeSentTo(person.user.phoneNumber);
    await person.changesNumber(person.phoneNumber, person.code, { oldCode: person.oldCode });
    await expectRefused(
      visitor().resetsPassword(username, verificationCode),
      401,
      'UNAUTHENTICATED',
    );
  });
});

describe('the old phone', () => {
  test('gets instructions that do not contain the new number', async () => {
    const person = await moved();
    await deliver(await eventsOf(person));
    const [notice, ...others] = world.texts.filter(
      ({ to, body }) => to === person.user.phoneNumber && body.includes('moved'),
    );
    expect(others).toEqual([]);
    expect(notice?.body).toContain('https://replypaid.test/stop-change?token=');
    expect(notice?.body).not.toContain(person.phoneNumber.slice(-4));
  });

  test('is notified once if the event is delivered repeatedly, and its number is kept for the stop', async () => {
    const person = await moved();
    const events = await eventsOf(person);
    const sent = world.texts.length;
    await deliver(events);
    await deliver(events);
    expect(world.texts.length - sent).toBe(1);
    expect(await steps(person)).toHaveLength(1);
  });

  test('is notified later if the message could not be sent', async () => {
    const events = await eventsOf(await moved());
    const mock = failTextMessages();
    await expect(deliver(events)).rejects.toThrow('a text message was not handed over');
    mock.restore();
    const sent = world.texts.length;
    await deliver(events);
    expect(world.texts.length - sent).toBe(1);
  });

  test('is not notified after a week, when the number may belong to another person', async () => {
    const events = await eventsOf(await moved());
    world.advance(7 * DAY + SECOND);
    const sent = world.texts.length;
    await deliver(events);
    expect(world.texts.length).toBe(sent);
  });

  test('is notified by an event that contains no phone number', async () => {
    const person = await moved();
    const [event] = await eventsOf(person);
    expect(event?.detail).toEqual({ userId: person.user.id });
  });
});

type Change = Person & {
  readonly phoneNumber: string;
  readonly code: string;
  readonly oldCode: string;
  readonly other: { readonly refreshToken: string };
};

/** Creates a person with two sessions and a code for another number. */
async function askedInTwoSessions(): Promise<Change> {
  const person = await newPerson(world);
  const other = await personOf(world, person.user);
  const phoneNumber = nextPhoneNumber();
  await person.asksForNumberCode(phoneNumber);
  await person.asksForOldNumberCode();
  const code = world.codeSentTo(phoneNumber);
  const oldCode = world.codeSentTo(person.user.phoneNumber);
  world.advance(SECOND);
  return { ...person, other, phoneNumber, code, oldCode };
}

const save = (person: Change) =>
  responseTo(person.changesNumber(person.phoneNumber, person.code, { oldCode: person.oldCode }));

const refresh = async (token: string) => (await responseTo(visitor().refreshes(token))).http;

/** Delivers the phone change events of this person to their subscriber, as the event bus does after a crash. */
async function deliverEvents({ user }: Person): Promise<void> {
  const prefix = 'SECURITY_STEP#';
  const { items } = await table.query<Key>({ partition: userPartition(user.id), prefix });
  for (const { sk } of items) {
    const item = await table.get<Key>(eventKey(sk.slice(prefix.length)));
    await tellOldNumber({ detail: item && domainEventIn(item) } as never, lambdaContext());
  }
}

/** Checks that number, sessions and reservations agree. Returns whether the account has the new number. */
async function expectWhole(change: Change): Promise<boolean> {
  const { user, phoneNumber, other } = change;
  const now = world.now();
  const account = await userById(table, user.id, now);
  const moved = account?.phoneNumber === phoneNumber;
  expect(account?.phoneNumber).toBe(moved ? phoneNumber : user.phoneNumber);
  expect((await holderOfPhone(table, phoneNumber))?.userId).toBe(moved ? user.id : undefined);
  const holder = await holderOfPhone(table, user.phoneNumber);
  expect(holder?.userId).toBe(moved ? undefined : user.id);
  expect(await refresh(other.refreshToken)).toBe(moved ? 401 : 200);
  expect(await refresh(change.refreshToken)).toBe(200);
  return moved;
}

const noticesTo = (phoneNumber: string) =>
  world.texts.filter(({ to, body }) => to === phoneNumber && body.includes('moved')).length;

describe('a change whose process dies at any effect', () => {
  test('has given the account the new number completely or not at all, and the old phone is notified', async () => {
    await world.crashingAtEveryWrite(async ({ crash }) => {
      const change = await askedInTwoSessions();
      const lived = await crash(() => save(change));
      const moved = await expectWhole(change);
      if (lived) expect(moved).toBe(true);
      await deliverEvents(change);
      expect(noticesTo(change.user.phoneNumber)).toBe(moved ? 1 : 0);
      // A client that got no response repeats the request; that succeeds whether or not the change was already made.
      expect((await save(change)).http).toBe(200);
      await deliverEvents(change);
      expect(noticesTo(change.user.phoneNumber)).toBe(1);
    });
  });

  test.each([
    ['before', 2],
    ['after', 1],
  ] as const)(
    'notifies the old phone, if it dies %s the text is noted, %i times in all',
    async (when, times) => {
      const change = await askedInTwoSessions();
      await save(change);
      expect((await world.crashingAt(1, when, () => deliverEvents(change))).is).toBe('crashed');
      await deliverEvents(change);
      expect(noticesTo(change.user.phoneNumber)).toBe(times);
    },
  );
});
