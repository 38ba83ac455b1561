import { describe, expect, test } from '@jest/globals';
import { handler as remindExpiring } from '#functions/jobs/remindExpiring.ts';
import { dueIndex } from '#functions/storage/index-keys.ts';
import { pendingKey } from '#functions/storage/keys.ts';
import { table, update } from '#functions/storage/table.ts';
import { REMINDER_STAGES } from '#shared/rules/conversations/reminder-stages.ts';
import { EXPIRING_SOON, RESPONSE_TIME } from '#shared/rules/conversations/state-machine.ts';
import { DAY, HOUR, later, MINUTE } from '#shared/time.ts';
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
import { pendingOrder } from '../../support/orders.ts';
import { newPerson } from '../../support/people.ts';
import { expectNothingTwice } from '../../support/repeated-schedules.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { supportOf } from '../../support/tickets.ts';

const world = worldOfFile();

const run = () => remindExpiring({}, lambdaContext());
const reminded = async (id: string) =>
  (await domainEventsOf(world, 'conversation.expiringSoon')).filter(
    ({ detail }) => 'conversationId' in detail && detail.conversationId === id,
  ).length;
const stagesOf = async (id: string) =>
  (await domainEventsOf(world, 'conversation.expiringSoon')).flatMap(({ detail }) =>
    'stage' in detail && detail.conversationId === id ? [detail.stage] : [],
  );
const ALL_STAGES = { turnOn: REMINDER_STAGES.map((stage) => `reminder:${stage}`) };
const UNTIL_TWO_DAYS_ARE_LEFT = RESPONSE_TIME - EXPIRING_SOON;

describe('the stages of the reminders', () => {
  test('come once each, at their times, to a recipient who asked for all of them', async () => {
    const { id, recipient } = await pendingOrder(world);
    await recipient.setsNotifications(ALL_STAGES);
    const seen: string[] = [];
    for (let quarter = 0; quarter < 40; quarter += 1) {
      const before = (await stagesOf(id)).length;
      await run();
      await run();
      const stages = await stagesOf(id);
      if (stages.length > before) seen.push(`${stages.at(-1)} on day ${quarter / 4}`);
      world.advance(DAY / 4 + 1);
    }
    expect(seen).toEqual([
      'DAY_1 on day 1',
      'DAY_5 on day 5',
      'HOURS_48 on day 8',
      'HOURS_12 on day 9.5',
    ]);
  });

  test('are skipped unless the recipient asked for them, except the one of 48 hours', async () => {
    const { id } = await pendingOrder(world);
    for (let day = 0; day < 10; day += 0.5) {
      await run();
      world.advance(DAY / 2);
    }
    expect(await stagesOf(id)).toEqual(['HOURS_48']);
  });

  test('follow a choice that was made while the message waits', async () => {
    const { id, recipient } = await pendingOrder(world);
    world.advance(2 * DAY);
    await run();
    await recipient.setsNotifications({ turnOn: 'reminder:DAY_5', turnOff: 'reminder:HOURS_48' });
    world.advance(3 * DAY + MINUTE);
    await run();
    world.advance(3 * DAY);
    await run();
    expect(await stagesOf(id)).toEqual(['DAY_5']);
  });

  test('that passed in an outage are not made up for', async () => {
    const { id, recipient } = await pendingOrder(world);
    await recipient.setsNotifications(ALL_STAGES);
    world.advance(6 * DAY);
    await run();
    expect(await stagesOf(id)).toEqual(['DAY_5']);
  });

  test('move with the deadline of a paused message, and none comes in the pause', async () => {
    const { order, sender, recipient } = await pendingOrder(world);
    await recipient.setsNotifications(ALL_STAGES);
    world.advance(4 * DAY);
    await run();
    await recipient.asks(order);
    world.advance(2 * DAY);
    await run();
    expect(await stagesOf(order.id)).toEqual(['DAY_1']);
    await sender.tells(order);
    await run();
    expect(await stagesOf(order.id)).toEqual(['DAY_1']);
    world.advance(DAY + MINUTE);
    await run();
    expect(await stagesOf(order.id)).toEqual(['DAY_1', 'DAY_5']);
    world.advance(3 * DAY);
    await run();
    expect(await stagesOf(order.id)).toEqual(['DAY_1', 'DAY_5', 'HOURS_48']);
  });

  test('continue for a message that waited before there were stages', async () => {
    const { id, sender, recipient } = await pendingOrder(world);
    const due = dueIndex('REMINDER', later(world.now(), UNTIL_TWO_DAYS_ARE_LEFT), id);
    const key = pendingKey(sender.user.id, recipient.user.id);
    await table.write(update(key, { set: { gsi5sk: due.gsi5sk } }));
    world.advance(UNTIL_TWO_DAYS_ARE_LEFT + MINUTE);
    await run();
    expect(await stagesOf(id)).toEqual(['HOURS_48']);
  });
});

describe('a reminder that would fall into quiet hours', () => {
  test('comes before them, and its subject counts from then', async () => {
    const { id, recipient } = await pendingOrder(world);
    const email = await giveEmail(world, recipient);
    const due = later(world.now(), RESPONSE_TIME - 12 * HOUR);
    // Quiet hours around the reminder, from four hours before it.
    const clock = (at: number) => new Date(at).toISOString().slice(11, 16);
    const quietFrom = clock(due - 4 * HOUR);
    await recipient.setsNotifications({
      turnOn: 'reminder:HOURS_12',
      turnOff: 'reminder:HOURS_48',
      quiet: 'true',
      quietFrom,
      quietTo: clock(due + 2 * HOUR),
      timeZone: 'UTC',
    });
    for (let half = 0; half < 18; half += 1) {
      await run();
      world.advance(12 * HOUR);
    }
    const quarters = Math.round((due - world.now()) / (15 * MINUTE));
    const sent: number[] = [];
    for (let quarter = 0; quarter < quarters; quarter += 1) {
      const before = await reminded(id);
      await run();
      if ((await reminded(id)) > before) sent.push(world.now());
      world.advance(15 * MINUTE);
    }
    expect(sent).toHaveLength(1);
    expect((due - (sent[0] ?? 0)) / HOUR).toBeGreaterThan(4);
    expect((due - (sent[0] ?? 0)) / HOUR).toBeLessThan(5);
    const event = await newestDomainEvent(world, 'conversation.expiringSoon');
    world.advance((sent[0] ?? 0) - world.now());
    await deliverToEmails(event);
    const [reminder] = world.emails.filter(({ to }) => to === email);
    expect(reminder?.subject).toBe('A letter from Person waits: 16 hours left');
  });
});

describe('the last reminder', () => {
  const asked = async () => {
    const order = await pendingOrder(world);
    await order.recipient.setsNotifications({ turnOn: 'reminder:HOURS_12' });
    world.advance(RESPONSE_TIME - 12 * HOUR + MINUTE);
    await run();
    const reminder = await newestDomainEvent(world, 'conversation.expiringSoon');
    return { ...order, reminder };
  };

  test('is a text message without a device, once', async () => {
    const { id, recipient, reminder } = await asked();
    const before = world.textsTo(recipient).length;
    await Promise.all([deliverToTexts(reminder), deliverToTexts(reminder)]);
    expect(world.textsTo(recipient).slice(before)).toEqual([
      `ReplyPaid: A paid letter expires soon. 12 hours left to answer. https://replypaid.test/inbox-viewer/${id}`,
    ]);
  });

  test('is a notification on a device, and then no text message', async () => {
    const { recipient, reminder } = await asked();
    const before = world.textsTo(recipient).length;
    const phone = await newDevice(world, recipient);
    await deliverToDevices(reminder);
    await deliverToTexts(reminder);
    expect(phone.arrived()).toMatchObject([{ body: '12 hours left to answer.' }]);
    expect(world.textsTo(recipient)).toHaveLength(before);
  });

  test('is not sent after an answer, nor once it is switched off', async () => {
    for (const end of ['answer', 'switch off']) {
      const { id, recipient, reminder } = await asked();
      const before = world.textsTo(recipient).length;
      if (end === 'answer') await recipient.answers({ id });
      else await recipient.setsNotifications({ turnOff: 'reminder:HOURS_12' });
      await deliverToTexts(reminder);
      expect(world.textsTo(recipient)).toHaveLength(before);
    }
  });

  test('is a text message, as the one of 48 hours is, and earlier ones are not', async () => {
    const { recipient, reminder } = await asked();
    const before = world.textsTo(recipient).length;
    for (const stage of ['DAY_1', 'DAY_5'])
      await deliverToTexts({ ...reminder, detail: { ...reminder.detail, stage } } as never);
    expect(world.textsTo(recipient)).toHaveLength(before);
    const detail = { ...reminder.detail, stage: 'HOURS_48' };
    await deliverToTexts({ ...reminder, detail } as never);
    expect(world.textsTo(recipient)).toHaveLength(before + 1);
  });
});

test.each(['before', 'after'] as const)(
  'a run that crashes %s its write has sent all reminders or none, and the next run sends the rest',
  async (when) => {
    const { id } = await pendingOrder(world);
    world.advance(UNTIL_TWO_DAYS_ARE_LEFT - MINUTE);
    // Orders of earlier tests are due by now, and the first write of the run that crashes has to be about this one.
    await run();
    world.advance(2 * MINUTE);
    expect(await world.crashingAt(1, when, run)).toEqual({ is: 'crashed' });
    expect(await reminded(id)).toBe(when === 'after' ? 1 : 0);
    await run();
    expect(await reminded(id)).toBe(1);
  },
);

describe('a reminder of an unanswered message', () => {
  test('is sent once, two days before the deadline', async () => {
    const { id, sender, recipient } = await pendingOrder(world);
    world.advance(UNTIL_TWO_DAYS_ARE_LEFT - MINUTE);
    await run();
    expect(await reminded(id)).toBe(0);
    world.advance(HOUR);
    for (let time = 1; time <= 3; time += 1) await run();
    expect(await reminded(id)).toBe(1);

    const phone = await newDevice(world, recipient);
    const open = await newDevice(world, recipient, { showText: true });
    await deliverToDevices(await newestDomainEvent(world, 'conversation.expiringSoon'));
    expect(phone.arrived()).toMatchObject([
      { title: 'A paid letter expires soon', body: '47 hours left to answer.' },
    ]);
    expect(phone.arrived()[0]?.ttlSeconds).toBeLessThanOrEqual(EXPIRING_SOON / 1_000);
    expect(open.arrived()).toMatchObject([
      {
        title: `${sender.user.fullName} is still waiting for your answer`,
        body: 'Dry winters. 47 hours left to answer.',
      },
    ]);
  });

  test('is sent once by any number of concurrent runs', async () => {
    const orders = [
      await pendingOrder(world),
      await pendingOrder(world),
      await pendingOrder(world),
    ];
    world.advance(UNTIL_TWO_DAYS_ARE_LEFT + MINUTE);
    await Promise.all([run(), run(), run(), run()]);
    for (const { id } of orders) expect(await reminded(id)).toBe(1);
  });

  test('is sent late after an outage, but not after the deadline', async () => {
    const late = await pendingOrder(world);
    world.advance(UNTIL_TWO_DAYS_ARE_LEFT + DAY);
    await run();
    expect(await reminded(late.id)).toBe(1);
    const over = await pendingOrder(world);
    world.advance(RESPONSE_TIME + HOUR);
    await run();
    expect(await reminded(over.id)).toBe(0);
  });
});

describe('no reminder is sent', () => {
  test('for a help ticket, which has no deadline', async () => {
    await supportOf(world);
    const asked = await (await newPerson(world)).asksSupport();
    for (const days of [2, 5, 9, 30]) {
      world.advance(days * DAY);
      await run();
    }
    expect(await reminded(asked.id)).toBe(0);
  });

  test('for a message that was answered, declined or canceled', async () => {
    const [one, two, three] = [
      await pendingOrder(world),
      await pendingOrder(world),
      await pendingOrder(world),
    ];
    await one.recipient.answers(one);
    await two.recipient.declines(two);
    await three.sender.cancels(three);
    world.advance(UNTIL_TWO_DAYS_ARE_LEFT + MINUTE);
    await run();
    for (const { id } of [one, two, three]) expect(await reminded(id)).toBe(0);
  });

  test('for a message that was answered between the event and its delivery', async () => {
    const { order, recipient } = await pendingOrder(world);
    world.advance(UNTIL_TWO_DAYS_ARE_LEFT + MINUTE);
    await run();
    const phone = await newDevice(world, recipient);
    await recipient.answers(order);
    await deliverToDevices(await newestDomainEvent(world, 'conversation.expiringSoon'));
    expect(phone.arrived()).toEqual([]);
  });

  test('for an ended message while a second one is pending', async () => {
    const { order, sender, recipient } = await pendingOrder(world);
    await recipient.answers(order);
    world.advance(DAY);
    const second = await sender.pays(recipient);
    world.advance(UNTIL_TWO_DAYS_ARE_LEFT - DAY + MINUTE);
    await run();
    expect(await reminded(order.id)).toBe(0);
    expect(await reminded(second.id)).toBe(0);
    world.advance(DAY);
    await run();
    expect(await reminded(second.id)).toBe(1);
  });
});

test('the reminder of a message is not sent twice if a stale index still lists it', async () => {
  await pendingOrder(world);
  world.advance(RESPONSE_TIME * 0.9);
  await expectNothingTwice(world, () => remindExpiring({}, lambdaContext()));
});
