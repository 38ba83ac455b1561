import { describe, expect, test } from '@jest/globals';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { DAY, HOUR, MINUTE } from '#shared/time.ts';
import { interceptEffects, runProcess } from '../../support/crash.ts';
import { newDevice } from '../../support/devices.ts';
import {
  deliverToDevices,
  deliverToEmails,
  domainEventsOf,
  newestDomainEvent,
} from '../../support/domain-events.ts';
import { giveEmail } from '../../support/emails.ts';
import {
  beQuiet,
  changeNotifications,
  runDeliverPostponed,
} from '../../support/notification-settings.ts';
import {
  answer,
  askFirst,
  cancel,
  giveReply,
  pendingOrder,
  seenBySender,
} from '../../support/orders.ts';
import { newPerson, type Person, signedInAgain } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { askSupport, supportOf } from '../../support/tickets.ts';

interceptEffects();
const world = worldOfFile();

const nudge = (person: Person, orderId: string) =>
  responseTo(person.calls('nudgeRecipient', { orderId }));
const nudges = async (id: string) =>
  (await domainEventsOf(world, 'conversation.nudged')).filter(
    ({ detail }) => 'conversationId' in detail && detail.conversationId === id,
  ).length;

/** A pending order of five days ago, with both people signed in again. */
async function oldOrder(age = 5 * DAY) {
  const { sender, recipient, id } = await pendingOrder(world);
  world.advance(age);
  const [one, other] = [await signedInAgain(world, sender), await signedInAgain(world, recipient)];
  return { id, sender: one, recipient: other };
}

describe('nudgeRecipient', () => {
  test('reminds the recipient once, and both see it in the timeline', async () => {
    const { id, sender, recipient } = await oldOrder();
    const before = await seenBySender(world, sender, id);
    expect((await nudge(sender, id)).http).toBe(200);
    expect((await nudge(sender, id)).http).toBe(200);
    expect(await nudges(id)).toBe(1);
    const seen = await seenBySender(world, sender, id);
    const body = await recipient.calls('viewInbox', { id });
    for (const { timeline } of [seen, body.data[0]])
      expect(timeline.filter(({ event }: { event: string }) => event === 'NUDGED')).toHaveLength(1);
    const { timeline: _before, ...unchanged } = before;
    expect(seen).toMatchObject(unchanged);
  });

  test('reminds once, also if it is called several times at once', async () => {
    const { id, sender } = await oldOrder();
    const all = await Promise.all([nudge(sender, id), nudge(sender, id), nudge(sender, id)]);
    expect(all.map(({ http }) => http)).toEqual([200, 200, 200]);
    expect(await nudges(id)).toBe(1);
  });

  test.each(['before', 'after'] as const)(
    'that crashes %s its write reminds once when it is repeated',
    async (when) => {
      const { id, sender } = await oldOrder();
      expect(await runProcess(1, when, () => nudge(sender, id))).toEqual({ is: 'crashed' });
      expect(await nudges(id)).toBe(when === 'after' ? 1 : 0);
      expect((await nudge(sender, id)).http).toBe(200);
      expect(await nudges(id)).toBe(1);
    },
  );

  test('succeeds when it is repeated after an answer', async () => {
    const { id, sender, recipient } = await oldOrder();
    await nudge(sender, id);
    await answer(recipient, id);
    expect((await nudge(sender, id)).http).toBe(200);
    expect(await nudges(id)).toBe(1);
  });
});

describe('nudgeRecipient refuses', () => {
  test('a sender before day five, and says from when on it is possible', async () => {
    const { id, sender } = await oldOrder(5 * DAY - MINUTE);
    const { http, body } = await nudge(sender, id);
    expect([http, body.status]).toEqual([409, 'WRONG_STATUS']);
    expect(JSON.stringify(body)).toMatch(
      /You can send a reminder starting \w+, \w+ \d+, \d{4}, \d+:\d\d [AP]M UTC\./,
    );
    expect(await nudges(id)).toBe(0);
  });

  test('a sender earlier than a pause has moved day five', async () => {
    const { id, sender, recipient } = await oldOrder(4 * DAY);
    await askFirst(recipient, id);
    world.advance(2 * DAY);
    const there = await signedInAgain(world, sender);
    expect((await nudge(there, id)).body.status).toBe('WRONG_STATUS');
    await giveReply(there, id);
    world.advance(DAY - HOUR);
    expect((await nudge(await signedInAgain(world, sender), id)).http).toBe(409);
    world.advance(2 * HOUR);
    expect((await nudge(await signedInAgain(world, sender), id)).http).toBe(200);
  });

  test('a message that was answered, canceled or has expired', async () => {
    const [one, two] = [await oldOrder(), await oldOrder()];
    await answer(one.recipient, one.id);
    const there = await signedInAgain(world, two.sender);
    await cancel(there, two.id);
    for (const [sender, id] of [
      [await signedInAgain(world, one.sender), one.id],
      [there, two.id],
    ] as const)
      expect((await nudge(sender, id)).body.status).toBe('WRONG_STATUS');
    const over = await oldOrder(10 * DAY);
    expect((await nudge(over.sender, over.id)).body.status).toBe('WRONG_STATUS');
  });

  test('the recipient, strangers and help tickets', async () => {
    const { id, sender, recipient } = await oldOrder();
    expect((await nudge(recipient, id)).body.status).toBe('FORBIDDEN');
    expect((await nudge(sender, id)).http).toBe(200);
    expect((await nudge(recipient, id)).body.status).toBe('FORBIDDEN');
    expect((await nudge(await newPerson(world), id)).body.status).toBe('NOT_FOUND');
    expect((await nudge(recipient, '01ARZ3NDEKTSV4RRFFQ69G5FAV')).body.status).toBe('NOT_FOUND');
    await supportOf(world);
    const asking = await newPerson(world);
    const ticket = await askSupport(asking);
    world.advance(6 * DAY);
    const refused = await nudge(await signedInAgain(world, asking), ticket.body.data[0].id);
    expect(refused.body.status).toBe('FORBIDDEN');
  });
});

describe('the notification of a nudge', () => {
  test('names nobody on the lock screen, and the sender to those who allow it', async () => {
    const { id, sender, recipient } = await oldOrder();
    const phone = await newDevice(world, recipient);
    const open = await newDevice(world, recipient, { showText: true });
    await nudge(sender, id);
    await deliverToDevices(await newestDomainEvent(world, 'conversation.nudged'));
    expect(phone.arrived()).toMatchObject([
      {
        title: 'A sender reminds you of a paid letter',
        body: '5 days left to answer.',
        url: `/inbox-viewer/${id}`,
      },
    ]);
    expect(open.arrived()).toMatchObject([{ title: `${sender.user.fullName} reminds you` }]);
  });

  test('is not sent after an answer, nor to somebody who switched it off or blocked the sender', async () => {
    for (const why of ['answer', 'switch', 'block'] as const) {
      const { id, sender, recipient } = await oldOrder();
      const phone = await newDevice(world, recipient);
      await nudge(sender, id);
      if (why === 'answer') await answer(recipient, id);
      if (why === 'switch')
        await changeNotifications(recipient, { turnOff: 'push:conversation.nudged' });
      if (why === 'block') await recipient.blocks(sender);
      await deliverToDevices(await newestDomainEvent(world, 'conversation.nudged'));
      expect(phone.arrived()).toEqual([]);
    }
  });

  test('waits for the end of quiet hours', async () => {
    const { id, sender, recipient } = await oldOrder();
    const phone = await newDevice(world, recipient);
    await beQuiet(world, recipient, 60);
    await nudge(sender, id);
    await deliverToDevices(await newestDomainEvent(world, 'conversation.nudged'));
    expect(phone.arrived()).toEqual([]);
    world.advance(2 * HOUR);
    await runDeliverPostponed();
    expect(phone.arrived()).toHaveLength(1);
  });
});

describe('what a nudge sent, as its sender sees it', () => {
  const sentOf = async (one: Person, id: string) =>
    (await one.calls('viewOrder', { id })).data[0].nudgeSent;

  test('is nothing where the recipient has neither a device nor an address', async () => {
    const { id, sender } = await oldOrder();
    expect(await sentOf(sender, id)).toBeUndefined();
    await nudge(sender, id);
    const event = await newestDomainEvent(world, 'conversation.nudged');
    await deliverToDevices(event);
    await deliverToEmails(event);
    expect(await sentOf(sender, id)).toEqual([]);
  });

  test('is a notification once a device got it', async () => {
    const { id, sender, recipient } = await oldOrder();
    await newDevice(world, recipient);
    await nudge(sender, id);
    expect(await sentOf(sender, id)).toEqual([]);
    await deliverToDevices(await newestDomainEvent(world, 'conversation.nudged'));
    expect(await sentOf(sender, id)).toEqual(['PUSH']);
  });

  test('is nothing if the subscription of the device has expired', async () => {
    const { id, sender, recipient } = await oldOrder();
    await newDevice(world, recipient);
    world.push.failWith(410);
    await nudge(sender, id);
    await deliverToDevices(await newestDomainEvent(world, 'conversation.nudged'));
    expect(await sentOf(sender, id)).toEqual([]);
  });

  test('is an email if the recipient has an address and no device', async () => {
    const { id, sender, recipient } = await oldOrder();
    await giveEmail(world, recipient);
    await nudge(sender, id);
    await deliverToEmails(await newestDomainEvent(world, 'conversation.nudged'));
    expect(await sentOf(sender, id)).toEqual(['EMAIL']);
  });

  test('is not told to the recipient', async () => {
    const { id, sender, recipient } = await oldOrder();
    await nudge(sender, id);
    expect(await sentOf(recipient, id)).toBeUndefined();
  });
});
