import { expect, test } from '@jest/globals';
import { handler as viewSessions } from '#functions/auth/viewSessions.ts';
import { holderOfPhone, userById } from '#functions/storage/accounts/users.ts';
import { table } from '#functions/storage/table.ts';
import { MINUTE, SECOND } from '#shared/time.ts';
import { refresh } from '../../support/auth.ts';
import { call } from '../../support/call.ts';
import { crashAtEveryEffect, interceptEffects } from '../../support/crash.ts';
import { domainEventsAbout } from '../../support/domain-events.ts';
import { nextPhoneNumber, PASSWORD, signedIn } from '../../support/people.ts';
import {
  recover,
  recoverable,
  recovering,
  requestRecovery,
  sendNumberCode,
} from '../../support/recovery.ts';
import { worldOfFile } from '../../support/test-world.ts';

/*
 * Crashes while an account is moved from a lost phone: the process stops before or after each effect in turn. The account has the
 * old or the new number consistently, and with the new one no session of the old phone goes on.
 */

interceptEffects();
const world = worldOfFile();

const DONE = { status: 'SUCCESS' };

/** Creates a person with two sessions, and the complete proof for another number. */
async function asked() {
  const person = await recovering(world);
  const other = await signedIn(person.user, world.now());
  await sendNumberCode(person.proof);
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
  const { token } = await signedIn(user, world.now());
  const { body } = await call(viewSessions, {}, { method: 'GET', token });
  expect(body.data).toMatchObject([{ current: true }]);
}

test('after a crash of recoverAccount at any effect, the account has moved and its sessions have ended, or neither', async () => {
  await crashAtEveryEffect(async (kill) => {
    const person = await asked();
    const lived = await kill(() => recover(person.proof));
    const moved = await hasMoved(person);
    if (lived) expect(moved).toBe(true);
    for (const token of person.old) expect((await refresh(token)).http).toBe(moved ? 401 : 200);
    // The codes of a move that was not made are still good.
    if (!moved) expect((await recover(person.proof)).body).toEqual(DONE);
    expect(await hasMoved(person)).toBe(true);
    await expectOnlyNewSession(person);
    expect(await domainEventsAbout(world, 'user.phoneChanged', person)).toHaveLength(1);
  });
});

test('after a crash while a code is sent, the next one can be requested a minute later, and is right', async () => {
  await crashAtEveryEffect(async (kill) => {
    const person = await recoverable(world);
    const { username, email } = person;
    await kill(() => requestRecovery(username));
    world.advance(MINUTE);
    expect((await requestRecovery(username)).body).toEqual(DONE);
    const phoneNumber = nextPhoneNumber();
    const code = world.codeEmailedTo(email);
    const proof = { username, code, password: PASSWORD, phoneNumber };
    await kill(() => sendNumberCode(proof));
    world.advance(MINUTE);
    expect((await sendNumberCode(proof)).body).toMatchObject(DONE);
    const phoneCode = world.codeSentTo(phoneNumber);
    expect((await recover({ ...proof, phoneCode })).body).toEqual(DONE);
  });
});
