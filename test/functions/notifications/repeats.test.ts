import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { handler as refreshToken } from '../../../functions/auth/refreshToken.ts';
import { handler as signOut } from '../../../functions/auth/signOut.ts';
import { REFRESH_TOKEN_TIME } from '../../../functions/auth/tokens.ts';
import { handler as updatePassword } from '../../../functions/auth/updatePassword.ts';
import { sessionKey } from '../../../functions/storage/keys.ts';
import { devicesOf } from '../../../functions/storage/notifications/devices.ts';
import { remove, table } from '../../../functions/storage/table.ts';
import { MINUTE } from '../../../shared/time.ts';
import { call } from '../../support/call.ts';
import { runProcess, watchEffects } from '../../support/crash.ts';
import { newDevice } from '../../support/devices.ts';
import { deliver, newestFact } from '../../support/facts.ts';
import { pendingOrder } from '../../support/orders.ts';
import { PASSWORD, type Person, signedIn } from '../../support/people.ts';
import { startWorld, type World } from '../../support/world.ts';

/* A fact reaches its devices at least once from the bus, and each of them once. */

watchEffects();
let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

/** A message that was paid, the fact of it, and two devices of its recipient. */
async function paid() {
  const { recipient } = await pendingOrder(world);
  const fact = await newestFact(world, 'conversation.paid');
  const [phone, tablet] = [await newDevice(world, recipient), await newDevice(world, recipient)];
  return { recipient, fact, phone, tablet };
}

describe('a fact that is delivered again', () => {
  test('is told to nobody twice', async () => {
    const { fact, phone, tablet } = await paid();
    for (let time = 1; time <= 3; time += 1) await deliver(fact);
    world.advance(10 * MINUTE);
    await deliver(fact);
    expect([phone.arrived(), tablet.arrived()].map((all) => all.length)).toEqual([1, 1]);
  });

  test('in the same moment is told to nobody twice', async () => {
    const { fact, phone, tablet } = await paid();
    await Promise.all([deliver(fact), deliver(fact), deliver(fact)]);
    expect([phone.arrived(), tablet.arrived()].map((all) => all.length)).toEqual([1, 1]);
  });

  test('because a push service was away, reaches the device that was not told, and no other', async () => {
    const { fact, phone, tablet } = await paid();
    world.push.failWith(503);
    await expect(deliver(fact)).rejects.toThrow(/answered 503/);
    expect(phone.arrived().length + tablet.arrived().length).toBe(1);
    await deliver(fact);
    expect([phone.arrived(), tablet.arrived()].map((all) => all.length)).toEqual([1, 1]);
  });

  test.each([400, 401, 403, 413, 429, 500])(
    'a push service that answers %i has not taken it, and loses nobody their device',
    async (status) => {
      const { recipient, fact, phone } = await paid();
      world.push.failWith(status, status);
      await expect(deliver(fact)).rejects.toThrow(`answered ${status}`);
      expect(await devicesOf(table, recipient.user.id)).toHaveLength(2);
      await deliver(fact);
      expect(phone.arrived()).toHaveLength(1);
    },
  );

  test('what goes wrong names the service and never the address, which is a secret', async () => {
    const { fact, phone } = await paid();
    world.push.failWith(500, 500);
    const said = await deliver(fact).then(String, String);
    expect(said).toContain('127.0.0.1');
    expect(said).not.toContain(phone.endpoint);
  });
});

describe('a device that is gone', () => {
  test.each([404, 410])(
    'by the word of its push service (%i) is told nothing more',
    async (status) => {
      const { recipient, fact, phone, tablet } = await paid();
      world.push.failWith(status);
      await deliver(fact);
      expect(await devicesOf(table, recipient.user.id)).toHaveLength(1);
      expect(phone.arrived().length + tablet.arrived().length).toBe(1);
    },
  );

  test('because its address may no longer be called is dropped', async () => {
    const { recipient, fact } = await paid();
    const { PUSH_SERVICE } = process.env;
    delete process.env.PUSH_SERVICE;
    await deliver(fact);
    process.env.PUSH_SERVICE = PUSH_SERVICE;
    expect(await devicesOf(table, recipient.user.id)).toEqual([]);
  });
});

describe('a device in other hands', () => {
  test('whose session a new password ended is told nothing more; the one that changed it is', async () => {
    const { recipient, fact, phone } = await paid();
    world.advance(1_000);
    const here = { user: recipient.user, ...(await signedIn(recipient.user, world.now())) };
    const mine = await newDevice(world, here as Person);
    const passwords = { oldPassword: PASSWORD, newPassword: 'Battery-Staple-2' };
    expect((await call(updatePassword, passwords, { token: here.token })).http).toBe(200);
    await deliver(fact);
    expect([phone.arrived().length, mine.arrived().length]).toEqual([0, 1]);
    expect(await devicesOf(table, recipient.user.id)).toHaveLength(1);
  });
});

describe('a device whose session was ended', () => {
  test('because its token was copied and used twice is told nothing more', async () => {
    const { recipient, fact, phone } = await paid();
    const refresh = (device: string) =>
      call(refreshToken, {}, { token: recipient.refreshToken, headers: { 'user-agent': device } });
    expect([(await refresh('Safari')).http, (await refresh('curl')).http]).toEqual([200, 401]);
    await deliver(fact);
    expect(phone.arrived()).toHaveLength(0);
    expect(await devicesOf(table, recipient.user.id)).toHaveLength(0);
  });

  test('by signing out is told nothing more, and cannot say afterwards that it is there', async () => {
    const { recipient, fact, phone } = await paid();
    await call(signOut, {}, { token: recipient.token });
    await expect(newDevice(world, recipient)).rejects.toThrow(/UNAUTHENTICATED/);
    await deliver(fact);
    expect(phone.arrived()).toHaveLength(0);
  });

  test('is told as ever where the session has only lapsed', async () => {
    const { recipient, fact, phone } = await paid();
    const [device] = await devicesOf(table, recipient.user.id);
    world.advance(REFRESH_TOKEN_TIME);
    // The table forgets what has lapsed.
    await table.write(remove(sessionKey(recipient.user.id, String(device?.sessionId))));
    await deliver(fact);
    expect(phone.arrived()).toHaveLength(1);
  });
});

/* Three effects: it is noted that somebody tells, the push service takes it, it is noted who was told. */
describe.each(['before', 'after'] as const)('a process that dies %s', (when) => {
  test.each([
    [1, 'it is noted that somebody tells'],
    [2, 'the push service takes it'],
    [3, 'it is noted who was told'],
  ])('effect %i (%s): nothing is lost, and what comes twice says so', async (dieAt) => {
    const { recipient } = await pendingOrder(world);
    const fact = await newestFact(world, 'conversation.paid');
    const phone = await newDevice(world, recipient);
    expect(await runProcess(dieAt, when, () => deliver(fact))).toEqual({ is: 'died' });
    // The bus waits a minute before it tries again.
    world.advance(MINUTE);
    await deliver(fact);
    await deliver(fact);
    const arrived = phone.arrived();
    const tookItBefore = (dieAt === 2 && when === 'after') || (dieAt === 3 && when === 'before');
    expect(arrived).toHaveLength(tookItBefore ? 2 : 1);
    // The same fact, tag and topic: the second takes the place of the first, without a sound.
    expect(new Set(arrived.map(({ id, tag, topic }) => `${id} ${tag} ${topic}`)).size).toBe(1);
  });
});
