import { beforeEach, describe, expect, test } from '@jest/globals';
import { handler as receiveEmailFeedback } from '#functions/events/receiveEmailFeedback.ts';
import { suppress } from '#functions/storage/notifications/suppressed-emails.ts';
import { table } from '#functions/storage/table.ts';
import type { ReceivedEmail } from '#lib/local/aws/service.ts';
import type { DomainEvent, DomainEventType } from '#shared/domain-events.ts';
import { EVENT_TEXTS_UNSENT } from '#shared/metrics.ts';
import { DAY, MINUTE } from '#shared/time.ts';
import { lambdaContext } from '../../support/call.ts';
import { newDevice } from '../../support/devices.ts';
import {
  deliverToDevices,
  deliverToEmails,
  deliverToTexts,
  domainEventsOf,
  newestDomainEvent,
} from '../../support/domain-events.ts';
import { giveEmail } from '../../support/emails.ts';
import { printedMetrics } from '../../support/metrics.ts';
import { beQuiet, runDeliverPostponed } from '../../support/notification-settings.ts';
import { pendingOrder } from '../../support/orders.ts';
import { newPerson } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { SETTINGS } from '../../support/world.ts';

/*
 * The order of channels: a device, else a confirmed email address, else one text message.
 * docs/product/notifications.md#the-order-of-channels
 */

const world = worldOfFile();
beforeEach(() => {
  process.env.SETTINGS = JSON.stringify(SETTINGS);
});

const emailsTo = (address: string) => world.emails.filter(({ to }) => to === address);

/** Delivers an event twice to the subscribers of all channels, in the order that is hardest for the fallback. */
async function deliver(event: DomainEvent): Promise<void> {
  for (let time = 0; time < 2; time += 1) {
    await deliverToEmails(event);
    await deliverToTexts(event);
    await deliverToDevices(event);
  }
}

async function eventOf(type: DomainEventType, id: string): Promise<DomainEvent> {
  const found = (await domainEventsOf(world, type)).find(
    ({ detail }) => 'conversationId' in detail && detail.conversationId === id,
  );
  if (!found) throw new Error(`${type} was not published`);
  return found;
}

/** A paid letter with its event, and what reached the recipient. */
async function paidLetter() {
  const order = await pendingOrder(world);
  const texts = () => world.textsTo(order.recipient);
  return { ...order, texts, event: await eventOf('conversation.paid', order.id) };
}

/** Lets an email come back, with the tags that SES received with it. */
const bounce = ({ to, tags }: ReceivedEmail) =>
  receiveEmailFeedback(
    {
      detail: {
        eventType: 'Bounce',
        mail: { tags },
        bounce: { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress: to }] },
      },
    } as never,
    lambdaContext(),
  );

describe('a paid letter', () => {
  test('reaches a device, and then neither the address nor the phone number', async () => {
    const { recipient, event, texts } = await paidLetter();
    const [phone, email] = [await newDevice(world, recipient), await giveEmail(world, recipient)];
    await deliver(event);
    await runDeliverPostponed();
    expect(phone.arrived()).toHaveLength(1);
    expect([emailsTo(email), texts()]).toEqual([[], []]);
  });

  test('reaches the confirmed address of a person without a device, and not the phone number', async () => {
    const { recipient, event, texts } = await paidLetter();
    const email = await giveEmail(world, recipient);
    await deliver(event);
    expect(emailsTo(email)).toHaveLength(1);
    expect(texts()).toEqual([]);
  });

  test('reaches a person without a device and without an address by one text message', async () => {
    const { id, event, texts } = await paidLetter();
    await deliver(event);
    expect(texts()).toEqual([
      `ReplyPaid: A paid letter is waiting. You have 10 days to answer it. https://replypaid.test/inbox-viewer/${id}`,
    ]);
  });

  test('reaches nobody by text message who switched that off', async () => {
    const { recipient, event, texts } = await paidLetter();
    await recipient.setsNotifications({ turnOff: 'text:conversation.paid' });
    await deliver(event);
    expect(texts()).toEqual([]);
  });
});

describe.each([404, 410])('a device whose push service answers %d', (status) => {
  test('is removed, and its notification comes by email once', async () => {
    const { recipient, event, texts } = await paidLetter();
    const [phone, email] = [await newDevice(world, recipient), await giveEmail(world, recipient)];
    world.push.failWith(status);
    await deliver(event);
    for (let run = 0; run < 2; run += 1) await runDeliverPostponed();
    expect(phone.arrived()).toEqual([]);
    expect(emailsTo(email)).toHaveLength(1);
    expect(texts()).toEqual([]);
  });

  test('of a person without an address is followed by one text message', async () => {
    const { recipient, event, texts } = await paidLetter();
    await newDevice(world, recipient);
    world.push.failWith(status);
    await deliver(event);
    for (let run = 0; run < 2; run += 1) await runDeliverPostponed();
    expect(texts()).toHaveLength(1);
  });

  test('changes nothing for a person with another device that gets the notification', async () => {
    const { recipient, event, texts } = await paidLetter();
    const phones = [await newDevice(world, recipient), await newDevice(world, recipient)];
    world.push.failWith(status);
    await deliver(event);
    await runDeliverPostponed();
    expect(phones.flatMap((phone) => phone.arrived())).toHaveLength(1);
    expect(texts()).toEqual([]);
  });
});

test('a push service that fails for a quarter of an hour is followed by the next channel', async () => {
  const { recipient, event, texts } = await paidLetter();
  await newDevice(world, recipient);
  await deliverToTexts(event);
  world.push.failWith(503);
  await expect(deliverToDevices(event)).rejects.toThrow();
  await runDeliverPostponed();
  expect(texts()).toEqual([]);
  world.advance(15 * MINUTE);
  for (let run = 0; run < 2; run += 1) await runDeliverPostponed();
  expect(texts()).toHaveLength(1);
});

test('a push service that fails once and then delivers is not followed by the next channel', async () => {
  const { recipient, event, texts } = await paidLetter();
  const phone = await newDevice(world, recipient);
  world.push.failWith(503);
  await expect(deliverToDevices(event)).rejects.toThrow();
  await deliver(event);
  world.advance(15 * MINUTE);
  await runDeliverPostponed();
  expect(phone.arrived()).toHaveLength(1);
  expect(texts()).toEqual([]);
});

describe('an email that comes back', () => {
  test('is followed by one text message about the same event', async () => {
    const { recipient, event, texts } = await paidLetter();
    const email = await giveEmail(world, recipient);
    await deliver(event);
    const [sent] = emailsTo(email);
    for (let time = 0; time < 2; time += 1) {
      await bounce(sent as ReceivedEmail);
      await runDeliverPostponed();
    }
    expect(texts()).toHaveLength(1);
    expect(emailsTo(email)).toHaveLength(1);
  });

  test('sends the next event by text message at once', async () => {
    const { id, sender, recipient } = await paidLetter();
    const email = await giveEmail(world, sender);
    await suppress(table, email, 'BOUNCE', world.now());
    await recipient.answers({ id });
    await deliver(await eventOf('conversation.answered', id));
    expect(emailsTo(email)).toEqual([]);
    expect(world.textsTo(sender)).toEqual([
      `ReplyPaid: Your letter was answered. Open it to read the answer. https://replypaid.test/order-viewer/${id}`,
    ]);
  });
});

describe('the budget for text messages about events', () => {
  /** Two cents for each part of a text to the United States. */
  const budget = (eventTextDollars: number) => {
    process.env.SETTINGS = JSON.stringify({
      ...SETTINGS,
      fictionalPhoneNumbers: false,
      eventTextDollars,
    });
  };

  test('ends the texts of letters, answers, money and deadlines until its 30 days are over', async () => {
    const [first, second, third] = [await paidLetter(), await paidLetter(), await paidLetter()];
    world.advance(30 * DAY - (world.now() % (30 * DAY)));
    budget(0.02);
    await deliverToTexts(first.event);
    await deliverToTexts(second.event);
    expect([first.texts().length, second.texts()]).toEqual([1, []]);
    world.advance(30 * DAY);
    await deliverToTexts(third.event);
    expect(third.texts()).toHaveLength(1);
  });

  test('rings no alarm where the setting says that none is sent', async () => {
    const { event, texts } = await paidLetter();
    budget(0);
    expect(await printedMetrics(() => deliverToTexts(event))).toEqual({});
    expect(texts()).toEqual([]);
  });

  test('rings the alarm with the first text that it ends', async () => {
    const [first, second] = [await paidLetter(), await paidLetter()];
    world.advance(30 * DAY - (world.now() % (30 * DAY)));
    budget(0.02);
    await deliverToTexts(first.event);
    expect(await printedMetrics(() => deliverToTexts(second.event))).toEqual({
      [EVENT_TEXTS_UNSENT]: 1,
    });
  });

  test('does not end the texts that protect an account', async () => {
    const person = await newPerson(world);
    budget(0);
    const event = { id: 'stopped', type: 'user.stepStopped', at: world.now() };
    await deliverToTexts({ ...event, detail: { userId: person.user.id } } as never);
    expect(world.textsTo(person)).toHaveLength(1);
  });
});

describe('quiet hours', () => {
  test('delay the text message of a letter until they end', async () => {
    const { recipient, event, texts } = await paidLetter();
    await beQuiet(world, recipient, 120);
    await deliver(event);
    await runDeliverPostponed();
    expect(texts()).toEqual([]);
    world.advance(121 * MINUTE);
    for (let run = 0; run < 2; run += 1) await runDeliverPostponed();
    expect(texts()).toHaveLength(1);
  });

  test('are followed by the next channel if the device was removed in them', async () => {
    const { recipient, event, texts } = await paidLetter();
    const phone = await newDevice(world, recipient);
    await beQuiet(world, recipient, 120);
    await deliver(event);
    await recipient.removesDevice({ endpoint: phone.endpoint });
    world.advance(121 * MINUTE);
    for (let run = 0; run < 2; run += 1) await runDeliverPostponed();
    expect(texts()).toHaveLength(1);
  });
});

test('a decision about the money of a letter reaches its sender by one text message', async () => {
  const { id, sender, recipient } = await paidLetter();
  await recipient.declines({ id });
  await deliver(await eventOf('conversation.declined', id));
  expect(world.textsTo(sender)).toEqual([
    `ReplyPaid: Your letter was declined. You weren't charged. https://replypaid.test/order-viewer/${id}`,
  ]);
});

/** The event of a letter to a person with a device that is gone, after the other channels left it to the device. */
async function leftToADeviceThatIsGone(withEmail: boolean) {
  const { recipient } = await pendingOrder(world);
  await newDevice(world, recipient);
  const email = withEmail ? await giveEmail(world, recipient) : undefined;
  const event = await newestDomainEvent(world, 'conversation.paid');
  await deliverToEmails(event);
  await deliverToTexts(event);
  const told = () =>
    world.textsTo(recipient).length + world.emails.filter(({ to }) => to === email).length;
  return { event, told };
}

/** The effects of the delivery: the claim, the push, the item for the next channel, the removal of the device, the release. */
const EFFECTS = [1, 2, 3, 4, 5];

const CRASHES = EFFECTS.flatMap((effect) =>
  (['before', 'after'] as const).flatMap((when) =>
    [true, false].map((withEmail) => [when, effect, withEmail] as const),
  ),
);

describe('a crash while a device that is gone is notified', () => {
  test.each(CRASHES)(
    '%s effect %i tells the person once (with an address: %s)',
    async (when, effect, withEmail) => {
      const { event, told } = await leftToADeviceThatIsGone(withEmail);
      expect(told()).toBe(0);
      world.push.failWith(410);
      expect(await world.crashingAt(effect, when, () => deliverToDevices(event))).toEqual({
        is: 'crashed',
      });
      world.advance(MINUTE);
      // The push service knows the device as little as before, if the crash came before it was asked.
      if (effect <= 2) world.push.failWith(410);
      await deliverToDevices(event);
      for (let run = 0; run < 2; run += 1) await runDeliverPostponed();
      expect(told()).toBe(1);
    },
  );

  test('has no other effects than these', async () => {
    const { event } = await leftToADeviceThatIsGone(false);
    world.push.failWith(410);
    const all = await world.crashingAt(99, 'before', () => deliverToDevices(event));
    expect(all).toMatchObject({ is: 'completed', effects: EFFECTS.length });
  });
});
