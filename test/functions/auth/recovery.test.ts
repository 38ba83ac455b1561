import { describe, expect, test } from '@jest/globals';
import { handler as tellOldNumber } from '#functions/events/tellOldNumber.ts';
import { holderOfPhone, userById } from '#functions/storage/accounts/users.ts';
import { userKey } from '#functions/storage/keys.ts';
import { suppress } from '#functions/storage/notifications/suppressed-emails.ts';
import { table, update } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { PASSWORD } from '#lib/local/deeds/passwords.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#shared/time.ts';
import { formatPhoneNumber } from '#shared/wire.ts';
import { wrongCode } from '../../support/auth.ts';
import { lambdaContext } from '../../support/call.ts';
import { domainEventsAbout } from '../../support/domain-events.ts';
import { nextEmail, whileEmailsFail } from '../../support/emails.ts';
import { advanceTo, newCreditor, nextPayday, runPayOut } from '../../support/payouts.ts';
import { blockedNow, newPerson, nextPhoneNumber, personOf, visitor } from '../../support/people.ts';
import { emailedProof, recoverable, recovering, textedProof } from '../../support/recovery.ts';
import { expectRefusal, expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();
const DONE = { status: 'SUCCESS' };

/** Moves a person's account to a new number. */
async function recovered() {
  const person = await recovering(world);
  await visitor().asksForRecoveryCode(person.proof);
  world.advance(SECOND);
  const phoneCode = world.codeSentTo(person.phoneNumber);
  return {
    ...person,
    answer: await responseTo(visitor().recovers({ ...person.proof, phoneCode })),
  };
}

describe('an account whose phone is lost', () => {
  test('moves to another number with the code from the email and the password', async () => {
    const { user, phoneNumber, answer } = await recovered();
    expect(answer.body).toEqual(DONE);
    const person = await personOf(world, user);
    expect((await person.account()).phoneNumber).toBe(formatPhoneNumber(phoneNumber));
    await visitor().signsIn(user.username);
  });

  test('ends every session', async () => {
    const { refreshToken } = await recovered();
    await expectRefused(visitor().refreshes(refreshToken), 401, 'UNAUTHENTICATED');
  });

  test('is notified at the old phone at once', async () => {
    const { user } = await recovered();
    const [event] = await domainEventsAbout(world, 'user.phoneChanged', { user });
    await tellOldNumber({ detail: event } as never, lambdaContext());
    expect(world.textsTo({ user })).toEqual([expect.stringContaining('moved to another phone')]);
  });

  test('is not paid out for 72 hours, and then is', async () => {
    const person = await newCreditor(world);
    const payday = nextPayday(world);
    advanceTo(world, payday - HOUR);
    await table.write(update(userKey(person.user.id), { set: { recoveredAt: world.now() } }));
    advanceTo(world, payday);
    await runPayOut();
    expect((await person.payouts()).data).toEqual([]);
    world.advance(3 * DAY);
    await runPayOut();
    expect((await person.payouts()).data).toHaveLength(1);
  });

  test('keeps its number with a wrong code, and the other code can be used again', async () => {
    const proof = await textedProof(world);
    const wrong = await responseTo(
      visitor().recovers({ ...proof, phoneCode: wrongCode(proof.phoneCode) }),
    );
    expectRefusal(wrong, 401, 'UNAUTHENTICATED', {
      phoneCode: 'That code is incorrect or has expired. Check it, or ask for a new one.',
    });
    const other = await responseTo(visitor().recovers({ ...proof, code: wrongCode(proof.code) }));
    expectRefusal(other, 401, 'UNAUTHENTICATED', {
      code: 'That code is incorrect or has expired. Check it, or ask for a new one.',
    });
    expect(await visitor().recovers(proof)).toEqual(DONE);
    await expectRefused(visitor().recovers(proof), 401, 'UNAUTHENTICATED');
  });

  test('does not move without the password', async () => {
    const proof = await textedProof(world);
    const password = 'Wrong-Horse-1';
    for (const answer of [
      await responseTo(visitor().asksForRecoveryCode({ ...proof, password })),
      await responseTo(visitor().recovers({ ...proof, password })),
    ])
      expectRefusal(answer, 400, 'INVALID_INPUT', {
        password: 'That password is incorrect',
      });
    expect(await visitor().recovers(proof)).toEqual(DONE);
  });

  test('does not move to a number that another account has, or that was not texted', async () => {
    const { user } = await newPerson(world);
    const proof = await emailedProof(world, user.phoneNumber);
    await expectRefused(visitor().asksForRecoveryCode(proof), 409, 'PHONE_TAKEN');
    const texted = await textedProof(world);
    const elsewhere = await responseTo(
      visitor().recovers({ ...texted, phoneNumber: nextPhoneNumber() }),
    );
    expectRefusal(elsewhere, 401, 'UNAUTHENTICATED');
  });

  test('does not move to its own number', async () => {
    const person = await recoverable(world);
    await visitor().asksForRecovery(person.username);
    const code = world.codeEmailedTo(person.email);
    const { username, user } = person;
    const proof = { username, code, password: PASSWORD, phoneNumber: user.phoneNumber };
    await expectRefused(visitor().asksForRecoveryCode(proof), 400, 'INVALID_INPUT');
  });
});

describe('the code for a lost phone', () => {
  test('is not sent to a new address: the email says from when on it is', async () => {
    const young = await newPerson(world, { email: nextEmail() });
    expect(await visitor().asksForRecovery(young.user.username)).toEqual(DONE);
    expect(world.codeEmailedTo(young.email)).toBe('');
    expect(world.emails[0]).toMatchObject({ to: young.email });
    expect(world.emails[0]?.text).toContain('You can move it to another phone starting');
  });

  test('is not sent without an address, to one that bounces, or if blocked', async () => {
    const bounced = await recoverable(world);
    await suppress(table, bounced.email, 'BOUNCE', world.now());
    const blocked = await recoverable(world);
    await blockedNow(world, blocked);
    const { user } = await newPerson(world);
    const sent = world.emails.length;
    for (const one of [bounced.user, blocked.user, user, { username: 'no_such_name' }])
      expect(await visitor().asksForRecovery(one.username)).toEqual(DONE);
    expect(world.emails.length).toBe(sent);
    await expectRefused(visitor().asksForRecovery('no_such_name'), 429, 'TOO_MANY_REQUESTS');
  });

  test('that could not be sent gets the same answer', async () => {
    const { username } = await recoverable(world);
    const tries = await whileEmailsFail(async () =>
      expect((await responseTo(visitor().asksForRecovery(username))).body).toEqual(DONE),
    );
    expect(tries).toBe(1);
    world.advance(MINUTE);
    expect(await visitor().asksForRecovery(username)).toEqual(DONE);
  });
});

/** Creates a person with two sessions, and the complete proof for another number. */
async function asked() {
  const person = await recovering(world);
  const other = await personOf(world, person.user);
  await visitor().asksForRecoveryCode(person.proof);
  world.advance(SECOND);
  const proof = { ...person.proof, phoneCode: world.codeSentTo(person.phoneNumber) };
  return { ...person, old: [person.refreshToken, other.refreshToken], proof };
}

type Asked = Awaited<ReturnType<typeof asked>>;

/** Checks that number and reservations agree. Returns whether the account has the new number. */
async function hasMoved({ user, phoneNumber }: Asked): Promise<boolean> {
  const account = await userById(table, user.id, world.now());
  const moved = account?.phoneNumber === phoneNumber;
  expect(account?.phoneNumber).toBe(moved ? phoneNumber : user.phoneNumber);
  expect(account?.recoveredAt !== undefined).toBe(moved);
  const holderOf = async (number: string) => (await holderOfPhone(table, number))?.userId;
  expect(await holderOf(phoneNumber)).toBe(moved ? user.id : undefined);
  expect(await holderOf(user.phoneNumber)).toBe(moved ? undefined : user.id);
  return moved;
}

/** Checks that only the session of a new sign-in is listed. */
async function expectOnlyNewSession({ user }: Asked): Promise<void> {
  const person = await personOf(world, user);
  const body = await person.sessions();
  expect(body.data).toMatchObject([{ current: true }]);
}

test('after a crash of recoverAccount at any effect, the account has moved and its sessions have ended, or neither', async () => {
  await world.crashingAtEveryWrite(async ({ crash }) => {
    const person = await asked();
    const lived = await crash(() => responseTo(visitor().recovers(person.proof)));
    const moved = await hasMoved(person);
    if (lived) expect(moved).toBe(true);
    for (const token of person.old)
      expect((await responseTo(visitor().refreshes(token))).http).toBe(moved ? 401 : 200);
    // The codes of a move that was not made are still good.
    if (!moved) expect(await visitor().recovers(person.proof)).toEqual(DONE);
    expect(await hasMoved(person)).toBe(true);
    await expectOnlyNewSession(person);
    expect(await domainEventsAbout(world, 'user.phoneChanged', person)).toHaveLength(1);
  });
});

test('after a crash while a code is sent, the next one can be requested a minute later, and is right', async () => {
  await world.crashingAtEveryWrite(async ({ crash }) => {
    const person = await recoverable(world);
    const { username, email } = person;
    await crash(() => responseTo(visitor().asksForRecovery(username)));
    world.advance(MINUTE);
    expect(await visitor().asksForRecovery(username)).toEqual(DONE);
    const phoneNumber = nextPhoneNumber();
    const code = world.codeEmailedTo(email);
    const proof = { username, code, password: PASSWORD, phoneNumber };
    await crash(() => responseTo(visitor().asksForRecoveryCode(proof)));
    world.advance(MINUTE);
    expect((await responseTo(visitor().asksForRecoveryCode(proof))).body).toMatchObject(DONE);
    const phoneCode = world.codeSentTo(phoneNumber);
    expect(await visitor().recovers({ ...proof, phoneCode })).toEqual(DONE);
  });
});
