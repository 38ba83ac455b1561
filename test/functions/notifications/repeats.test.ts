import { describe, expect, test } from '@jest/globals';
import { REFRESH_TOKEN_TIME } from '#functions/auth/tokens.ts';
import { sessionKey } from '#functions/storage/keys.ts';
import { devicesOf } from '#functions/storage/notifications/devices.ts';
import { remove, table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { MINUTE } from '#shared/time.ts';
import { newDevice } from '../../support/devices.ts';
import {
  deliverToDevices,
  deliverToEmails,
  newestDomainEvent,
} from '../../support/domain-events.ts';
import { giveEmail, whileEmailsFail } from '../../support/emails.ts';
import { pendingOrder } from '../../support/orders.ts';
import { personOf } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Repeated deliveries of a domain event: the event bus delivers at least once, and each device is notified once. */

const world = worldOfFile();

/** Creates a paid message, its domain event, and two devices of its recipient. */
async function paid() {
  const { recipient } = await pendingOrder(world);
  const fact = await newestDomainEvent(world, 'conversation.paid');
  const [phone, tablet] = [await newDevice(world, recipient), await newDevice(world, recipient)];
  return { recipient, fact, phone, tablet };
}

describe('an event that is delivered again', () => {
  test('notifies each device once', async () => {
    const { fact, phone, tablet } = await paid();
    for (let time = 1; time <= 3; time += 1) await deliverToDevices(fact);
    world.advance(10 * MINUTE);
    await deliverToDevices(fact);
    expect([phone.arrived(), tablet.arrived()].map((all) => all.length)).toEqual([1, 1]);
  });

  test('concurrently notifies each device once', async () => {
    const { fact, phone, tablet } = await paid();
    await Promise.all([deliverToDevices(fact), deliverToDevices(fact), deliverToDevices(fact)]);
    expect([phone.arrived(), tablet.arrived()].map((all) => all.length)).toEqual([1, 1]);
  });

  test('after a push service failed notifies only the device that was missed', async () => {
    const { fact, phone, tablet } = await paid();
    world.push.failWith(503);
    await expect(deliverToDevices(fact)).rejects.toThrow(/answered 503/);
    expect(phone.arrived().length + tablet.arrived().length).toBe(1);
    await deliverToDevices(fact);
    expect([phone.arrived(), tablet.arrived()].map((all) => all.length)).toEqual([1, 1]);
  });

  test.each([400, 401, 403, 413, 429, 500])(
    'after a push service answered %i is tried again, and keeps the device',
    async (status) => {
      const { recipient, fact, phone } = await paid();
      world.push.failWith(status, status);
      await expect(deliverToDevices(fact)).rejects.toThrow(`answered ${status}`);
      expect(await devicesOf(table, recipient.user.id)).toHaveLength(2);
      await deliverToDevices(fact);
      expect(phone.arrived()).toHaveLength(1);
    },
  );

  test('logs the push service of a failure, but never its secret address', async () => {
    const { fact, phone } = await paid();
    world.push.failWith(500, 500);
    const said = await deliverToDevices(fact).then(String, String);
    expect(said).toContain('127.0.0.1');
    expect(said).not.toContain(phone.endpoint);
  });
});

describe('a removed device', () => {
  test.each([404, 410])(
    'whose push service answered %i gets no further notifications',
    async (status) => {
      const { recipient, fact, phone, tablet } = await paid();
      world.push.failWith(status);
      await deliverToDevices(fact);
      expect(await devicesOf(table, recipient.user.id)).toHaveLength(1);
      expect(phone.arrived().length + tablet.arrived().length).toBe(1);
    },
  );

  test('whose address is no longer allowed is deleted', async () => {
    const { recipient, fact } = await paid();
    const { PUSH_SERVICE } = process.env;
    delete process.env.PUSH_SERVICE;
    await deliverToDevices(fact);
    process.env.PUSH_SERVICE = PUSH_SERVICE;
    expect(await devicesOf(table, recipient.user.id)).toEqual([]);
  });
});

describe('a device with an ended session', () => {
  test('after a password change gets no further notifications, unless it made the change', async () => {
    const { recipient, fact, phone } = await paid();
    world.advance(1_000);
    const here = await personOf(world, recipient.user);
    const mine = await newDevice(world, here);
    expect((await responseTo(here.changesPassword({ newPassword: 'Battery-Staple-2' }))).http).toBe(
      200,
    );
    await deliverToDevices(fact);
    expect([phone.arrived().length, mine.arrived().length]).toEqual([0, 1]);
    expect(await devicesOf(table, recipient.user.id)).toHaveLength(1);
  });
});

describe('a device whose session was ended', () => {
  test('because its token was stolen gets no further notifications', async () => {
    const { recipient, fact, phone } = await paid();
    const refresh = (device: string) =>
      responseTo(
        recipient.refreshes(recipient.refreshToken, { headers: { 'user-agent': device } }),
      );
    expect([(await refresh('Safari')).http, (await refresh('curl')).http]).toEqual([200, 401]);
    await deliverToDevices(fact);
    expect(phone.arrived()).toHaveLength(0);
    expect(await devicesOf(table, recipient.user.id)).toHaveLength(0);
  });

  test('by signing out gets no further notifications, and cannot register itself again', async () => {
    const { recipient, fact, phone } = await paid();
    await recipient.signsOut();
    await expect(newDevice(world, recipient)).rejects.toThrow(/UNAUTHENTICATED/);
    await deliverToDevices(fact);
    expect(phone.arrived()).toHaveLength(0);
  });

  test('still gets notifications if the session has only expired', async () => {
    const { recipient, fact, phone } = await paid();
    const [device] = await devicesOf(table, recipient.user.id);
    world.advance(REFRESH_TOKEN_TIME);
    // The table removes expired items.
    await table.write(remove(sessionKey(recipient.user.id, String(device?.sessionId))));
    await deliverToDevices(fact);
    expect(phone.arrived()).toHaveLength(1);
  });
});

/* The three effects of a notification: its start is recorded, the push service accepts it, its result is recorded. */
describe.each(['before', 'after'] as const)('the crash of a notification %s an effect', (when) => {
  test.each([
    [1, 'the start is recorded'],
    [2, 'the push service accepts it'],
    [3, 'the result is recorded'],
  ])(
    'at effect %i (%s) loses no notification, and a duplicate replaces the first',
    async (crashAt) => {
      const { recipient } = await pendingOrder(world);
      const fact = await newestDomainEvent(world, 'conversation.paid');
      const phone = await newDevice(world, recipient);
      expect(await world.crashingAt(crashAt, when, () => deliverToDevices(fact))).toEqual({
        is: 'crashed',
      });
      // The event bus retries after a minute.
      world.advance(MINUTE);
      await deliverToDevices(fact);
      await deliverToDevices(fact);
      const arrived = phone.arrived();
      const tookItBefore =
        (crashAt === 2 && when === 'after') || (crashAt === 3 && when === 'before');
      expect(arrived).toHaveLength(tookItBefore ? 2 : 1);
      // Both have the same event id, tag and topic, so the second silently replaces the first.
      expect(new Set(arrived.map(({ id, tag, topic }) => `${id} ${tag} ${topic}`)).size).toBe(1);
    },
  );
});

/** The event of a paidWithAddress message whose sender has an address, and how many emails that address got. */
async function paidWithAddress() {
  const { sender } = await pendingOrder(world);
  const email = await giveEmail(world, sender);
  return {
    event: await newestDomainEvent(world, 'conversation.paid'),
    received: () => world.emails.filter(({ to }) => to === email).length,
  };
}

describe('the crash of the subscriber that sends emails', () => {
  test.each([
    ['before the claim', 1, 'before', 0, 1],
    ['after the claim', 1, 'after', 0, 0],
    ['before SES accepts the email', 2, 'before', 0, 0],
    ['after SES accepted the email', 2, 'after', 1, 1],
  ] as const)('%s never leads to a second email', async (_when, crashAt, when, first, all) => {
    const { event, received } = await paidWithAddress();
    expect(await world.crashingAt(crashAt, when, () => deliverToEmails(event))).toEqual({
      is: 'crashed',
    });
    expect(received()).toBe(first);
    for (let time = 0; time < 2; time += 1) await deliverToEmails(event);
    expect(received()).toBe(all);
  });

  test('has no effects besides the claim and the email', async () => {
    const { event } = await paidWithAddress();
    const all = await world.crashingAt(99, 'before', () => deliverToEmails(event));
    expect(all).toMatchObject({ is: 'completed', effects: 2 });
  });

  test.each([
    ['before', 0],
    ['after', 1],
  ] as const)(
    'that could not hand over an email, %s the claim is released, never leads to a second one',
    async (when, all) => {
      const { event, received } = await paidWithAddress();
      const crash = () => world.crashingAt(2, when, () => deliverToEmails(event));
      // SES does not count here: the claim, and its release.
      await whileEmailsFail(async () => expect(await crash()).toEqual({ is: 'crashed' }));
      for (let time = 0; time < 2; time += 1) await deliverToEmails(event);
      expect(received()).toBe(all);
    },
  );
});
