import { expect, test } from '@jest/globals';
import { holderOfPhone, userById } from '#functions/storage/accounts/users.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { PASSWORD } from '#lib/local/deeds/passwords.ts';
import { MINUTE, SECOND } from '#shared/time.ts';
import { domainEventsAbout } from '../../support/domain-events.ts';
import { nextPhoneNumber, personOf, visitor } from '../../support/people.ts';
import { recoverable, recovering } from '../../support/recovery.ts';
import { worldOfFile } from '../../support/test-world.ts';

/*
 * Crashes while an account is moved from a lost phone: the process stops before or after each effect in turn. The account has the
 * old or the new number consistently, and with the new one no session of the old phone goes on.
 */

const world = worldOfFile();

const DONE = { status: 'SUCCESS' };

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
  const body = await person.calls('viewSessions');
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
