import { describe, expect, test } from '@jest/globals';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { DAY, HOUR, instant, later, MINUTE } from '#shared/time.ts';
import { newDevice } from '../../support/devices.ts';
import {
  deliverToDevices,
  deliverToEmails,
  domainEventsOf,
  newestDomainEvent,
} from '../../support/domain-events.ts';
import { giveEmail } from '../../support/emails.ts';
import { beQuiet, runDeliverPostponed } from '../../support/notification-settings.ts';
import { pendingOrder } from '../../support/orders.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { expectRefused } from '../../support/refusals.ts';
import { at } from '../../support/stopped-clock.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { supportOf } from '../../support/tickets.ts';

const world = worldOfFile();

const nudges = async (id: string) =>
  (await domainEventsOf(world, 'conversation.nudged')).filter(
    ({ detail }) => 'conversationId' in detail && detail.conversationId === id,
  ).length;

/** A pending order of five days ago. */
async function oldOrder(age = 5 * DAY) {
  const order = await pendingOrder(world);
  world.advance(age);
  return order;
}

describe('nudgeRecipient', () => {
  test('reminds the recipient once, and both see it in the timeline', async () => {
    const { order, sender, recipient } = await oldOrder();
    const before = await sender.sees(order);
    await sender.nudges(order);
    await sender.nudges(order);
    expect(await nudges(order.id)).toBe(1);
    const seen = await sender.sees(order);
    const body = await recipient.calls('viewInbox', { id: order.id });
    for (const { timeline } of [seen, body.data[0]])
      expect(timeline.filter(({ event }: { event: string }) => event === 'NUDGED')).toHaveLength(1);
    const { timeline: _before, ...unchanged } = before;
    expect(seen).toMatchObject(unchanged);
  });

  test('reminds once, also if it is called several times at once', async () => {
    const { order, sender } = await oldOrder();
    const all = await Promise.all([
      responseTo(sender.nudges(order)),
      responseTo(sender.nudges(order)),
      responseTo(sender.nudges(order)),
    ]);
    expect(all.map(({ http }) => http)).toEqual([200, 200, 200]);
    expect(await nudges(order.id)).toBe(1);
  });

  test.each(['before', 'after'] as const)(
    'that crashes %s its write reminds once when it is repeated',
    async (when) => {
      const { order, sender } = await oldOrder();
      expect(await world.crashingAt(1, when, () => responseTo(sender.nudges(order)))).toEqual({
        is: 'crashed',
      });
      expect(await nudges(order.id)).toBe(when === 'after' ? 1 : 0);
      await sender.nudges(order);
      expect(await nudges(order.id)).toBe(1);
    },
  );

  test('succeeds when it is repeated after an answer', async () => {
    const { order, sender, recipient } = await oldOrder();
    await sender.nudges(order);
    await recipient.answers(order);
    await sender.nudges(order);
    expect(await nudges(order.id)).toBe(1);
  });
});

describe('nudgeRecipient refuses', () => {
  test('a sender before day five, and says from when on it is possible', async () => {
    const { order, sender } = await oldOrder(5 * DAY - MINUTE);
    const { http, body } = await responseTo(sender.nudges(order));
    expect([http, body.status]).toEqual([409, 'WRONG_STATUS']);
    expect(JSON.stringify(body)).toMatch(
      /You can send a reminder starting \w+, \w+ \d+, \d{4}, \d+:\d\d [AP]M UTC\./,
    );
    expect(await nudges(order.id)).toBe(0);
  });

  test('a sender earlier than a pause has moved day five', async () => {
    const { order, sender, recipient } = await oldOrder(4 * DAY);
    await recipient.asks(order);
    world.advance(2 * DAY);
    await expectRefused(sender.nudges(order), 409, 'WRONG_STATUS');
    await sender.tells(order);
    world.advance(DAY - HOUR);
    expect((await responseTo(sender.nudges(order))).http).toBe(409);
    world.advance(2 * HOUR);
    await sender.nudges(order);
  });

  test('a message that was answered, canceled or has expired', async () => {
    const [answered, canceled] = [await pendingOrder(world), await oldOrder()];
    await answered.recipient.answers(answered);
    await canceled.sender.cancels(canceled);
    for (const { sender, order } of [answered, canceled])
      await expectRefused(sender.nudges(order), 409, 'WRONG_STATUS');
    const over = await oldOrder(10 * DAY);
    await expectRefused(over.sender.nudges(over), 409, 'WRONG_STATUS');
  });

  test('the recipient, strangers and help tickets', async () => {
    const { order, sender, recipient } = await oldOrder();
    await expectRefused(recipient.nudges(order), 403, 'FORBIDDEN');
    await sender.nudges(order);
    await expectRefused(recipient.nudges(order), 403, 'FORBIDDEN');
    await expectRefused((await newPerson(world)).nudges(order), 404, 'NOT_FOUND');
    await expectRefused(recipient.nudges({ id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' }), 404, 'NOT_FOUND');
    await supportOf(world);
    const asking = await newPerson(world);
    const ticket = await asking.asksSupport();
    world.advance(6 * DAY);
    const refused = await responseTo(asking.nudges(ticket));
    expect(refused.body.status).toBe('FORBIDDEN');
  });
});

describe('the notification of a nudge', () => {
  test('names nobody on the lock screen, and the sender to those who allow it', async () => {
    const { order, sender, recipient } = await oldOrder();
    const phone = await newDevice(world, recipient);
    const open = await newDevice(world, recipient, { showText: true });
    await sender.nudges(order);
    await deliverToDevices(await newestDomainEvent(world, 'conversation.nudged'));
    expect(phone.arrived()).toMatchObject([
      {
        title: 'A sender reminds you of a paid letter',
        body: '5 days left to answer.',
        url: `/inbox-viewer/${order.id}`,
      },
    ]);
    expect(open.arrived()).toMatchObject([{ title: `${sender.user.fullName} reminds you` }]);
  });

  test('is not sent after an answer, nor to somebody who switched it off or blocked the sender', async () => {
    for (const why of ['answer', 'switch', 'block'] as const) {
      const { order, sender, recipient } = await oldOrder();
      const phone = await newDevice(world, recipient);
      await sender.nudges(order);
      if (why === 'answer') await recipient.answers(order);
      if (why === 'switch')
        await recipient.setsNotifications({ turnOff: 'push:conversation.nudged' });
      if (why === 'block') await recipient.blocks(sender);
      await deliverToDevices(await newestDomainEvent(world, 'conversation.nudged'));
      expect(phone.arrived()).toEqual([]);
    }
  });

  test('waits for the end of quiet hours', async () => {
    const { order, sender, recipient } = await oldOrder();
    const phone = await newDevice(world, recipient);
    await beQuiet(world, recipient, 60);
    await sender.nudges(order);
    await deliverToDevices(await newestDomainEvent(world, 'conversation.nudged'));
    expect(phone.arrived()).toEqual([]);
    world.advance(2 * HOUR);
    await runDeliverPostponed();
    expect(phone.arrived()).toHaveLength(1);
  });
});

describe('what a nudge sent, as its sender sees it', () => {
  const sentOf = async (one: Person, id: string) => (await one.seesAsSender({ id })).nudgeSent;

  test('is nothing where the recipient has neither a device nor an address', async () => {
    const { order, sender } = await oldOrder();
    expect(await sentOf(sender, order.id)).toBeUndefined();
    await sender.nudges(order);
    const event = await newestDomainEvent(world, 'conversation.nudged');
    await deliverToDevices(event);
    await deliverToEmails(event);
    expect(await sentOf(sender, order.id)).toEqual([]);
  });

  test('is a notification once a device got it', async () => {
    const { order, sender, recipient } = await oldOrder();
    await newDevice(world, recipient);
    await sender.nudges(order);
    expect(await sentOf(sender, order.id)).toEqual([]);
    await deliverToDevices(await newestDomainEvent(world, 'conversation.nudged'));
    expect(await sentOf(sender, order.id)).toEqual(['PUSH']);
  });

  test('is nothing if the subscription of the device has expired', async () => {
    const { order, sender, recipient } = await oldOrder();
    await newDevice(world, recipient);
    world.push.failWith(410);
    await sender.nudges(order);
    await deliverToDevices(await newestDomainEvent(world, 'conversation.nudged'));
    expect(await sentOf(sender, order.id)).toEqual([]);
  });

  test('is an email if the recipient has an address and no device', async () => {
    const { order, sender, recipient } = await oldOrder();
    await giveEmail(world, recipient);
    await sender.nudges(order);
    await deliverToEmails(await newestDomainEvent(world, 'conversation.nudged'));
    expect(await sentOf(sender, order.id)).toEqual(['EMAIL']);
  });

  test('is not told to the recipient', async () => {
    const { order, sender, recipient } = await oldOrder();
    await sender.nudges(order);
    expect(await sentOf(recipient, order.id)).toBeUndefined();
  });
});

test('a sender may nudge from exactly five days before the deadline', async () => {
  const { id, sender } = await pendingOrder(world);
  const found = await table.get<{ deadlineAt: number }>({
    pk: `CONVERSATION#${id}`,
    sk: 'CONVERSATION',
  });
  const from = later(instant(found?.deadlineAt ?? 0), -5 * DAY);
  const nudge = async () => (await responseTo(sender.nudges({ id }))).http;
  expect(await at(world, later(from, -1), nudge)).toBe(409);
  expect(await at(world, from, nudge)).toBe(200);
});
