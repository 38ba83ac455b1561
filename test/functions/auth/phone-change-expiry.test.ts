import { describe, expect, test } from '@jest/globals';
import { handler as tellOldNumber } from '#functions/events/tellOldNumber.ts';
import { userById } from '#functions/storage/accounts/users.ts';
import { table } from '#functions/storage/table.ts';
import { PHONE_CHANGE_TIME, SECURITY_WAIT } from '#shared/rules/auth/security-wait.ts';
import { fromIso, later, MINUTE, toIso } from '#shared/time.ts';
import { formatPhoneNumber } from '#shared/wire.ts';
import { lambdaContext } from '../../support/call.ts';
import { domainEventsAbout } from '../../support/domain-events.ts';
import { bearer, type Person, personOf } from '../../support/people.ts';
import { CHANGED, finish, pending } from '../../support/phone-change.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Expiry of a pending phone change: it can be completed for 7 days, from 72 hours after it was requested. */

const world = worldOfFile();

const accountOf = ({ user }: Person) => userById(table, user.id, world.now());

/** Returns the pending change as the account shows it to its owner. */
async function shownTo(token: string) {
  const seen = await bearer(token).account();
  const { nextPhoneNumber, nextPhoneNumberAt, nextPhoneNumberUntil } = seen;
  return { nextPhoneNumber, nextPhoneNumberAt, nextPhoneNumberUntil };
}

describe('a pending phone change', () => {
  test('can be completed until 7 days after the wait', async () => {
    const person = await pending(world);
    world.advance(SECURITY_WAIT + PHONE_CHANGE_TIME - 5 * MINUTE);
    expect(await finish(world, person)).toEqual(CHANGED);
    expect((await accountOf(person))?.phoneNumber).toBe(person.phoneNumber);
  });

  test('cannot be completed after 7 days: a new request waits 72 hours and warns the owner again', async () => {
    const person = await pending(world);
    const first = await accountOf(person);
    world.advance(SECURITY_WAIT + PHONE_CHANGE_TIME);
    const { effectiveAt } = await finish(world, person);
    const again = await accountOf(person);
    expect(again?.phoneNumber).toBe(person.user.phoneNumber);
    expect(again?.nextPhoneAt).toBe(fromIso(effectiveAt ?? ''));
    expect(fromIso(effectiveAt ?? '') - (first?.nextPhoneAt ?? 0)).toBeGreaterThanOrEqual(
      SECURITY_WAIT + PHONE_CHANGE_TIME,
    );
    await warn(person);
    expect(warnings(person)).toHaveLength(1);
    world.advance(SECURITY_WAIT);
    expect(await finish(world, person)).toEqual(CHANGED);
  });

  test('that has expired does not prevent a change with a code from the old number', async () => {
    const { user, phoneNumber } = await pending(world);
    world.advance(SECURITY_WAIT + PHONE_CHANGE_TIME);
    const person = await personOf(world, user);
    await person.asksForNumberCode(phoneNumber);
    await person.asksForOldNumberCode();
    const oldCode = world.codeSentTo(user.phoneNumber);
    const code = world.codeSentTo(phoneNumber);
    expect(await person.changesNumber(phoneNumber, code, { oldCode })).toEqual(CHANGED);
  });

  test('is shown to its owner until it expires, with the time from which it can be completed', async () => {
    const person = await pending(world);
    const from = (await accountOf(person))?.nextPhoneAt ?? world.now();
    const shown = {
      nextPhoneNumber: formatPhoneNumber(person.phoneNumber),
      nextPhoneNumberAt: toIso(from),
      nextPhoneNumberUntil: toIso(later(from, PHONE_CHANGE_TIME)),
    };
    expect(await shownTo(person.token)).toEqual(shown);
    world.advance(SECURITY_WAIT + PHONE_CHANGE_TIME - 5 * MINUTE);
    const { token } = await personOf(world, person.user);
    expect(await shownTo(token)).toEqual(shown);
    world.advance(5 * MINUTE);
    expect(await shownTo(token)).toEqual({
      nextPhoneNumber: null,
      nextPhoneNumberAt: null,
      nextPhoneNumberUntil: null,
    });
  });
});

describe('the warning of a pending phone change', () => {
  test('is not sent if the change has expired before', async () => {
    const person = await pending(world);
    world.advance(SECURITY_WAIT + PHONE_CHANGE_TIME);
    await warn(person);
    expect(warnings(person)).toEqual([]);
  });
});

/** Delivers the event of a requested phone change to its subscriber. */
async function warn(person: Person): Promise<void> {
  const event = (await domainEventsAbout(world, 'user.phoneChangeAsked', person)).at(-1);
  await tellOldNumber({ detail: event } as never, lambdaContext());
}

const warnings = ({ user }: Person) =>
  world.texts.filter(({ to, body }) => to === user.phoneNumber && body.includes('asked to move'));
