import { describe, expect, test } from '@jest/globals';
import { handler as tellOldNumber } from '#functions/events/tellOldNumber.ts';
import { holderOfPhone, userById } from '#functions/storage/accounts/users.ts';
import { eventKey, type Key, userPartition } from '#functions/storage/keys.ts';
import { domainEventIn } from '#functions/storage/outbox.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { PASSWORD } from '#lib/local/deeds/passwords.ts';
import { SECOND } from '#shared/time.ts';
import { lambdaContext } from '../../support/call.ts';
import { bearer, newPerson, nextPhoneNumber, type Person, personOf } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

/*
 * Crashes during a phone change: the process stops before or after each effect in turn. The account must have the old
 * or the new number consistently, and the old phone must be notified.
 */

const world = worldOfFile();

type Change = Person & {
  readonly phoneNumber: string;
  readonly code: string;
  readonly oldCode: string;
  readonly other: { readonly refreshToken: string };
};

/** Creates a person with two sessions and a code for another number. */
async function asked(): Promise<Change> {
  const person = await newPerson(world);
  const other = await personOf(world, person.user);
  const phoneNumber = nextPhoneNumber();
  await person.calls('sendVerificationCode', { phoneNumber });
  await person.calls('sendOldNumberCode');
  const code = world.codeSentTo(phoneNumber);
  const oldCode = world.codeSentTo(person.user.phoneNumber);
  world.advance(SECOND);
  return { ...person, other, phoneNumber, code, oldCode };
}

const save = (person: Change) =>
  responseTo(
    person.calls('changePhoneNumber', {
      phoneNumber: person.phoneNumber,
      code: person.code,
      oldCode: person.oldCode,
      password: PASSWORD,
    }),
  );
const refresh = async (token: string) =>
  (await responseTo(bearer(token).calls('refreshToken'))).http;

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

describe('after a crash at any effect', () => {
  test('the number has changed completely or not at all, and the old phone is notified', async () => {
    await world.crashingAtEveryWrite(async ({ crash }) => {
      const change = await asked();
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
    'a crash %s the text is noted notifies the old phone %i times in all',
    async (when, times) => {
      const change = await asked();
      await save(change);
      expect((await world.crashingAt(1, when, () => deliverEvents(change))).is).toBe('crashed');
      await deliverEvents(change);
      expect(noticesTo(change.user.phoneNumber)).toBe(times);
    },
  );
});
