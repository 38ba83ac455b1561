import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { handler as askForPayoutAccount } from '#functions/events/askForPayoutAccount.ts';
import { handler as deliverPostponed } from '#functions/jobs/deliverPostponed.ts';
import { handler as remindExpiring } from '#functions/jobs/remindExpiring.ts';
import { dueList } from '#functions/storage/index-keys.ts';
import { postponedKey } from '#functions/storage/keys.ts';
import {
  duePostponed,
  postpone,
  postponedAt,
  postponeText,
  removePostponed,
} from '#functions/storage/notifications/postponed.ts';
import { put, table } from '#functions/storage/table.ts';
import type { DomainEvent } from '#shared/domain-events.ts';
import { newId } from '#shared/ids.ts';
import { RESPONSE_TIME } from '#shared/rules/conversations/state-machine.ts';
import { DAY, HOUR, later, MINUTE } from '#shared/time.ts';
import { failTextMessages } from '../../support/auth.ts';
import { lambdaContext } from '../../support/call.ts';
import { newDevice } from '../../support/devices.ts';
import {
  deliverToDevices,
  deliverToTexts,
  newestDomainEvent,
} from '../../support/domain-events.ts';
import { refundManually } from '../../support/manual-decisions.ts';
import { beQuiet, runDeliverPostponed as run } from '../../support/notification-settings.ts';
import { answeredOrder, pendingOrder } from '../../support/orders.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { at } from '../../support/stopped-clock.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

/** The notifications that wait for the end of quiet hours, of everybody. */
const waiting = async () =>
  (await table.query({ index: 'gsi5', partition: dueList('NOTIFICATION') })).items.length;

/** A paid message that arrives in the first minute of its recipient's quiet hour. */
async function paidAtNight() {
  const order = await pendingOrder(world);
  const phone = await newDevice(world, order.recipient);
  await beQuiet(world, order.recipient, 60);
  const event = await newestDomainEvent(world, 'conversation.paid');
  await deliverToDevices(event);
  return { ...order, phone, event };
}

const planEnded = ({ user }: Person): DomainEvent<'plan.ended'> => ({
  id: randomUUID(),
  at: world.now(),
  type: 'plan.ended',
  detail: { userId: user.id, plan: 'STARTER' },
});

describe('a notification in quiet hours', () => {
  test('waits until they end, and is then sent once', async () => {
    const { phone, event } = await paidAtNight();
    await deliverToDevices(event);
    world.advance(50 * MINUTE);
    await run();
    expect(phone.arrived()).toEqual([]);
    world.advance(15 * MINUTE);
    await Promise.all([run(), run()]);
    await run();
    expect(phone.arrived()).toMatchObject([{ title: 'A paid letter is waiting' }]);
    expect(await waiting()).toBe(0);
    await deliverToDevices(event);
    expect(phone.arrived()).toHaveLength(1);
  });

  test('is not sent any more if it is no longer relevant when they end', async () => {
    const { id, recipient, phone } = await paidAtNight();
    await recipient.answers({ id });
    world.advance(2 * HOUR);
    await run();
    expect(phone.arrived()).toEqual([]);
    expect(await waiting()).toBe(0);
  });

  test('is not sent any more if the person switched it off meanwhile', async () => {
    const { recipient, phone } = await paidAtNight();
    await recipient.setsNotifications({ turnOff: 'push:conversation.paid' });
    world.advance(2 * HOUR);
    await run();
    expect(phone.arrived()).toEqual([]);
    expect(await waiting()).toBe(0);
  });

  test('is replaced by a newer one with the same tag, in any order of delivery', async () => {
    const person = await newPerson(world);
    const phone = await newDevice(world, person);
    await beQuiet(world, person, 60);
    const older = planEnded(person);
    world.advance(MINUTE);
    const newer = { ...planEnded(person), type: 'plan.renewalFailed' } as const;
    for (const event of [older, newer, older]) await deliverToDevices(event);
    expect(await waiting()).toBe(1);
    world.advance(2 * HOUR);
    await run();
    expect(phone.arrived()).toMatchObject([{ title: 'Starter couldn’t be renewed' }]);
  });

  test('waits again if the quiet hours were extended meanwhile', async () => {
    const { recipient, phone } = await paidAtNight();
    world.advance(59 * MINUTE);
    await beQuiet(world, recipient, 120);
    world.advance(5 * MINUTE);
    await run();
    expect(phone.arrived()).toEqual([]);
    expect(await waiting()).toBe(1);
    world.advance(2 * HOUR);
    await run();
    expect(phone.arrived()).toHaveLength(1);
  });

  test('goes to the person who was quiet, and not to the other people of the event', async () => {
    const { id, sender, recipient } = await answeredOrder(world);
    const phone = await newDevice(world, recipient);
    await beQuiet(world, recipient, 60);
    await refundManually(world, id);
    await deliverToDevices(await newestDomainEvent(world, 'conversation.givenBack'));
    const newer = await newDevice(world, sender);
    world.advance(2 * HOUR);
    await run();
    expect(phone.arrived()).toMatchObject([{ title: 'A payment was refunded' }]);
    expect(newer.arrived()).toEqual([]);
  });

  test('does not wait if the person has no device', async () => {
    const { recipient } = await pendingOrder(world);
    await beQuiet(world, recipient, 60);
    await deliverToDevices(await newestDomainEvent(world, 'conversation.paid'));
    expect(await waiting()).toBe(0);
  });

  test('is sent to nobody else when they end', async () => {
    const { sender, phone, event } = await paidAtNight();
    const { amountCents: _amount, ...detail } =
      event.detail as DomainEvent<'conversation.paid'>['detail'];
    const type = 'conversation.givenBack';
    await deliverToDevices({ id: randomUUID(), at: world.now(), type, detail });
    const theirs = await newDevice(world, sender);
    world.advance(2 * HOUR);
    await run();
    expect(phone.arrived()).toMatchObject([{ title: 'A payment was refunded' }]);
    expect(theirs.arrived()).toEqual([]);
  });

  test('is sent at once if it protects the account', async () => {
    const person = await newPerson(world);
    const phone = await newDevice(world, person);
    await beQuiet(world, person, 60);
    for (const type of ['user.phoneChangeAsked', 'user.phoneChanged'] as const)
      await deliverToDevices({ ...planEnded(person), type } as never);
    expect(phone.arrived()).toHaveLength(2);
  });
});

describe('a crash of the job that sends what waited', () => {
  const crashes = [1, 2, 3, 4].flatMap((effect) =>
    (['before', 'after'] as const).map((when) => [when, effect] as const),
  );
  test.each(crashes)('%s effect %i loses no notification', async (when, effect) => {
    const { phone } = await paidAtNight();
    world.advance(2 * HOUR);
    expect(await world.crashingAt(effect, when, run)).toEqual({ is: 'crashed' });
    world.advance(15 * MINUTE);
    await run();
    const ids = new Set(phone.arrived().map(({ id }) => id));
    expect(ids.size).toBe(1);
    expect(phone.arrived().length).toBeLessThanOrEqual(2);
    expect(await waiting()).toBe(0);
  });
});

test('one that fails does not keep the others from being sent, and is sent at the next run', async () => {
  const one = await paidAtNight();
  const other = await paidAtNight();
  world.advance(2 * HOUR);
  world.push.failWith(503);
  await expect(run()).rejects.toThrow('1 of 2 postponed notifications could not be sent');
  expect(one.phone.arrived().length + other.phone.arrived().length).toBe(1);
  await run();
  expect([one, other].map(({ phone }) => phone.arrived().length)).toEqual([1, 1]);
  world.advance(15 * MINUTE);
  await run();
  expect([one, other].flatMap(({ recipient }) => world.textsTo(recipient))).toEqual([]);
});

test('a postponed notification that cannot be sent for a day is dropped, after the next channel told of it', async () => {
  const { phone, recipient } = await paidAtNight();
  world.advance(2 * HOUR);
  world.push.failWith(503);
  await expect(run()).rejects.toThrow('1 of 1 postponed notifications could not be sent');
  expect(await waiting()).toBe(2);
  world.advance(DAY);
  world.push.failWith(503);
  await run();
  world.advance(15 * MINUTE);
  await run();
  expect(phone.arrived()).toEqual([]);
  expect(world.textsTo(recipient)).toHaveLength(1);
  expect(await waiting()).toBe(0);
});

test('a postponed notification that is replaced or postponed again while it is sent is not removed', async () => {
  const { recipient, event } = await paidAtNight();
  const tag = `conversation:${'conversationId' in event.detail && event.detail.conversationId}`;
  const key = postponedKey(recipient.user.id, 'push', tag);
  const read = async () => (await postponedAt(table, key)) as NonNullable<Sent>;
  type Sent = Awaited<ReturnType<typeof postponedAt>>;
  const sent = await read();
  const until = later(world.now(), HOUR);
  await postpone(table, { ...sent, event: { ...sent.event, id: randomUUID() } }, until);
  await removePostponed(table, sent);
  const replaced = await read();
  expect(replaced.event.id).not.toBe(sent.event.id);
  await postpone(table, replaced, later(until, HOUR));
  await removePostponed(table, replaced);
  const again = await read();
  expect(again.event.id).toBe(replaced.event.id);
  await removePostponed(table, again);
  expect(await postponedAt(table, key)).toBeUndefined();
});

describe('a text message in quiet hours', () => {
  test('waits until they end, and is then sent once', async () => {
    const person = await newPerson(world);
    await beQuiet(world, person, 60);
    const event = planEnded(person);
    await deliverToTexts(event);
    expect(world.textsTo(person)).toEqual([]);
    world.advance(2 * HOUR);
    await Promise.all([run(), run()]);
    await deliverToTexts(event);
    expect(world.textsTo(person)).toHaveLength(1);
  });

  test('that cannot be handed over when they end is sent at the next run', async () => {
    const person = await newPerson(world);
    await beQuiet(world, person, 60);
    await deliverToTexts(planEnded(person));
    world.advance(2 * HOUR);
    const mock = failTextMessages();
    await expect(run()).rejects.toThrow('could not be sent');
    mock.restore();
    await run();
    expect(world.textsTo(person)).toHaveLength(1);
  });

  test('about a waiting payout waits too, and is sent if the payout still does', async () => {
    for (const status of ['WAITING', 'PAID']) {
      const person = await newPerson(world);
      await beQuiet(world, person, 60);
      const payout = { userId: person.user.id, period: '2026-11', status: 'WAITING', amount: 500 };
      const key = { pk: `USER#${person.user.id}`, sk: 'PAYOUT#2026-11' };
      await table.write(put({ ...key, ...payout }));
      const { id, at } = planEnded(person);
      const detail = { userId: person.user.id, period: '2026-11', amountCents: 500 };
      const event = { id, at, type: 'payout.waiting', detail };
      await askForPayoutAccount({ detail: event } as never, lambdaContext());
      await askForPayoutAccount({ detail: event } as never, lambdaContext());
      expect(world.textsTo(person)).toEqual([]);
      await table.write(put({ ...key, ...payout, status }));
      world.advance(2 * HOUR);
      await run();
      await run();
      expect(world.textsTo(person)).toHaveLength(status === 'WAITING' ? 1 : 0);
    }
  });
});

describe('the last reminder in quiet hours', () => {
  const reminded = async (minutes: number) => {
    const { recipient } = await pendingOrder(world);
    await recipient.setsNotifications({ turnOn: 'reminder:HOURS_12' });
    world.advance(RESPONSE_TIME - 12 * HOUR + MINUTE);
    const phone = await newDevice(world, recipient);
    await beQuiet(world, recipient, minutes);
    await remindExpiring({}, lambdaContext());
    await deliverToDevices(await newestDomainEvent(world, 'conversation.expiringSoon'));
    return phone;
  };

  test('waits if they end more than two hours before the deadline', async () => {
    const phone = await reminded(9 * 60);
    expect(phone.arrived()).toEqual([]);
    world.advance(9 * HOUR + MINUTE);
    await run();
    expect(phone.arrived()).toMatchObject([{ body: '3 hours left to answer.' }]);
  });

  test('is sent at once if they end later', async () => {
    const phone = await reminded(11 * 60);
    expect(phone.arrived()).toMatchObject([{ body: '12 hours left to answer.' }]);
  });
});

test('a postponed text message that cannot be sent is given up after exactly a day', async () => {
  const userId = newId(world.now());
  const due = later(world.now(), MINUTE);
  // No text message exists for this type of event, so sending it fails.
  const detail = { userId, conversationId: userId };
  const event = { id: userId, type: 'conversation.replied', at: world.now(), detail };
  await postponeText(table, userId, event as never, due);
  const left = async () => (await duePostponed(table, later(due, DAY), { limit: 9 })).keys.length;
  const run = () => deliverPostponed({}, lambdaContext());
  await expect(at(world, later(due, DAY - 1), run)).rejects.toThrow('could not be sent');
  expect(await left()).toBe(1);
  await at(world, later(due, DAY), run);
  expect(await left()).toBe(0);
});
