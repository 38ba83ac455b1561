import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { push } from '#functions/gateways/push.ts';
import { logOf } from '#functions/log.ts';
import { sendNotifications } from '#functions/notifications/push-notifications.ts';
import { notificationSettingsKey } from '#functions/storage/keys.ts';
import { deviceStore } from '#functions/storage/notifications/devices.ts';
import { changeSettings } from '#functions/storage/notifications/notification-settings.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { newId } from '#shared/ids.ts';
import {
  EVENT_SETTINGS,
  type NotifiedEventType,
  rowOf,
} from '#shared/rules/notifications/event-settings.ts';
import type { Notification } from '#shared/rules/notifications/notification.ts';
import { SWITCH_DEFAULTS, SWITCHES } from '#shared/rules/notifications/notification-settings.ts';
import { NOTIFIED_EVENTS } from '#shared/rules/notifications/notifications.ts';
import { TEXTED_EVENTS } from '#shared/rules/notifications/text-messages.ts';
import { newDevice } from '../../support/devices.ts';
import { deliverToTexts, newestDomainEvent } from '../../support/domain-events.ts';
import { answeredOrder, pendingOrder } from '../../support/orders.ts';
import { newPerson } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();
const DEFAULTS = SWITCHES.filter((name) => SWITCH_DEFAULTS.get(name));
const QUIET = { quiet: 'true', quietFrom: '22:00', quietTo: '07:30', timeZone: 'Europe/Berlin' };

describe('updateNotificationSettings', () => {
  test('switches what it names, and returns all settings as viewNotificationSettings does', async () => {
    const person = await newPerson(world);
    expect(await person.notificationSettings()).toEqual({
      version: 0,
      on: DEFAULTS,
      quietHours: null,
    });
    const changed = await responseTo(
      person.setsNotifications({
        turnOn: ['reminder:DAY_1', 'reminder:DAY_5'],
        turnOff: 'text:plan.ended',
      }),
    );
    const seen = changed.body.data[0];
    expect(seen.on).toEqual(expect.arrayContaining(['reminder:DAY_1', 'reminder:DAY_5']));
    expect(seen.on).not.toContain('text:plan.ended');
    expect(await person.notificationSettings()).toEqual(seen);
  });

  test('stores only what differs from the defaults', async () => {
    const person = await newPerson(world);
    await person.setsNotifications({ turnOff: ['push:payout.paid', 'push:plan.ended'] });
    await person.setsNotifications({ turnOn: 'push:payout.paid' });
    const stored = await table.get<object>(notificationSettingsKey(person.user.id));
    expect(stored).toMatchObject({ version: 2, switches: { 'push:plan.ended': false } });
    expect(stored).not.toHaveProperty('quietHours');
  });

  test('keeps what two devices switch at the same time', async () => {
    const person = await newPerson(world);
    const off = SWITCHES.filter((name) => name.startsWith('push:')).slice(0, 5);
    await Promise.all(off.map((turnOff) => person.setsNotifications({ turnOff })));
    const { on, version } = await person.notificationSettings();
    expect(on.filter((name: string) => off.some((one) => one === name))).toEqual([]);
    expect(version).toBe(5);
  });

  test('sets quiet hours, keeps them with other changes, and turns them off', async () => {
    const person = await newPerson(world);
    const quietHours = { from: '22:00', to: '07:30', timeZone: 'Europe/Berlin' };
    expect(await person.setsNotifications(QUIET)).toMatchObject({ quietHours });
    await person.setsNotifications({ turnOff: 'push:payout.paid' });
    expect(await person.notificationSettings()).toMatchObject({ quietHours });
    await person.setsNotifications({ quiet: 'false' });
    expect(await person.notificationSettings()).toMatchObject({ quietHours: null });
  });

  test.each([
    ['a switch that does not exist', { turnOff: 'push:nothing' }, 'turnOff'],
    ['what protects the account', { turnOff: 'push:user.phoneChanged' }, 'turnOff'],
    ['a time that does not exist', { ...QUIET, quietFrom: '25:00' }, 'quietFrom'],
    ['quiet hours without an end', { ...QUIET, quietTo: undefined }, 'quietTo'],
    ['quiet hours without a beginning', { ...QUIET, quietFrom: undefined }, 'quietFrom'],
    ['quiet hours of no length', { ...QUIET, quietTo: '22:00' }, 'quietTo'],
    ['quiet hours without a time zone', { ...QUIET, timeZone: undefined }, 'timeZone'],
    ['an unknown time zone', { ...QUIET, timeZone: 'Mars/Olympus' }, 'timeZone'],
  ])('refuses %s, and changes nothing', async (_what, input, field) => {
    const person = await newPerson(world);
    const { http, body } = await responseTo(person.setsNotifications(input));
    expect([http, body.status]).toEqual([400, 'INVALID_INPUT']);
    expect(JSON.stringify(body)).toContain(field);
    expect(await person.notificationSettings()).toMatchObject({ version: 0 });
  });
});

/** The event whose switches an event shares. */
function switchedWith(type: NotifiedEventType): NotifiedEventType {
  const setting = EVENT_SETTINGS[type];
  return 'sameAs' in setting ? setting.sameAs : type;
}

describe('a notification on a device', () => {
  const send = (type: NotifiedEventType, userId: string) => {
    const words = { title: 'Title', body: 'Body' };
    const about = { tag: type, urgency: 'normal', goodFor: 60_000, path: '/' } as const;
    const notification: Notification = { ...words, open: words, userId, ...about };
    const event = { id: randomUUID(), type, at: world.now(), detail: { userId } } as never;
    const [now, log] = [world.now(), logOf('test')];
    const context = { table, devices: deviceStore(table), push, now, log };
    return sendNotifications(context, event, [notification]);
  };

  test.each(NOTIFIED_EVENTS)('of %s is sent unless its switch is off', async (type) => {
    const person = await newPerson(world);
    const phone = await newDevice(world, person);
    await send(type, person.user.id);
    expect(phone.arrived()).toHaveLength(1);
    const turnOff =
      type === 'conversation.expiringSoon' ? 'reminder:HOURS_48' : `push:${switchedWith(type)}`;
    const isSecurity = rowOf(type)?.push === 'always';
    const { http } = await responseTo(person.setsNotifications({ turnOff }));
    expect(http).toBe(isSecurity ? 400 : 200);
    await send(type, person.user.id);
    expect(phone.arrived()).toHaveLength(isSecurity ? 2 : 1);
  });
});

const isAboutConversation = (type: string) => /^(conversation|claim)\./.test(type);

describe('a text message', () => {
  test.each(TEXTED_EVENTS.filter((type) => !isAboutConversation(type)))(
    'of %s is sent unless its switch is off',
    async (type) => {
      const isSecurity = rowOf(type)?.text === 'always';
      for (const off of [false, true]) {
        const person = await newPerson(world);
        if (off) {
          const { http } = await responseTo(person.setsNotifications({ turnOff: `text:${type}` }));
          expect(http).toBe(isSecurity ? 400 : 200);
        }
        const detail = {
          userId: person.user.id,
          plan: 'STARTER',
          invitedUserId: 'somebody',
          deletionAt: world.now(),
          period: '2026-10',
          amountCents: 1_250,
        };
        await deliverToTexts({ id: randomUUID(), type, at: world.now(), detail } as never);
        expect(world.textsTo(person)).toHaveLength(off && !isSecurity ? 0 : 1);
      }
    },
  );

  test('of a claim is sent unless its switch is off', async () => {
    for (const off of [false, true]) {
      const { order, sender, recipient } = await answeredOrder(world);
      if (off) await recipient.setsNotifications({ turnOff: 'text:claim.opened' });
      await sender.claims(order);
      await deliverToTexts((await newestDomainEvent(world, 'claim.opened')) as never);
      expect(world.textsTo(recipient)).toHaveLength(off ? 0 : 1);
    }
  });

  test('of a report that charges the sender is sent unless its switch is off', async () => {
    for (const off of [false, true]) {
      const { order, sender, recipient } = await pendingOrder(world);
      if (off) await sender.setsNotifications({ turnOff: 'text:conversation.reported' });
      await recipient.reportsLetter(order);
      const detail = { conversationId: order.id, senderId: '', recipientId: '', reasonCode: '' };
      const type = 'conversation.reported';
      await deliverToTexts({ id: randomUUID(), type, at: world.now(), detail } as never);
      expect(world.textsTo(sender)).toHaveLength(off ? 0 : 1);
    }
  });

  test('is sent to a person with a device whose switch for devices is off', async () => {
    const person = await newPerson(world);
    await newDevice(world, person);
    const detail = { userId: person.user.id, plan: 'STARTER' };
    const ended = () =>
      ({ id: randomUUID(), type: 'plan.ended', at: world.now(), detail }) as never;
    await deliverToTexts(ended());
    expect(world.textsTo(person)).toEqual([]);
    await person.setsNotifications({ turnOff: 'push:plan.ended' });
    await deliverToTexts(ended());
    expect(world.textsTo(person)).toHaveLength(1);
  });
});

test('notification settings that other changes overtake are given up after ten tries', async () => {
  const userId = newId(world.now());
  const change = () => changeSettings(table, userId, { turnOff: ['email:receipts'] });
  expect(await world.losingEveryWrite(notificationSettingsKey(userId), change)).toEqual({
    result: new Error('notification settings change too often'),
    tries: 10,
  });
});
