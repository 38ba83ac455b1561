import { describe, expect, test } from '@jest/globals';
import { subscribers } from '#shared/api/subscribers.ts';
import type { DomainEvent } from '#shared/domain-events.ts';
import {
  EMAILED_EVENTS,
  type EmailedEvent,
  isReceiptOnly,
} from '#shared/rules/notifications/emailed-events.ts';
import {
  CHANNELS,
  EVENT_SETTINGS,
  GROUPS,
  KINDS,
  type NotifiedEventType,
  RECEIPTS,
  REMINDERS,
  rowOf,
  STAGE_SETTINGS,
} from '#shared/rules/notifications/event-settings.ts';
import {
  changedSettings,
  DEFAULT_SETTINGS,
  deliveryOf,
  emailSwitchOf,
  emailSwitchTitle,
  isSwitchedOn,
  SWITCH_DEFAULTS,
  SWITCHES,
  wants,
} from '#shared/rules/notifications/notification-settings.ts';
import { NOTIFIED_EVENTS } from '#shared/rules/notifications/notifications.ts';
import { minutesOf } from '#shared/rules/notifications/quiet-hours.ts';
import { TEXTED_EVENTS } from '#shared/rules/notifications/text-messages.ts';
import { fromIso, HOUR, later } from '#shared/time.ts';

const eventOf = (type: NotifiedEventType, stage?: string) =>
  ({ type, detail: { stage } }) as unknown as DomainEvent<NotifiedEventType>;
const NIGHT = fromIso('2026-11-21T23:00:00.000Z');
const MORNING = fromIso('2026-11-22T07:00:00.000Z');
const asleep = changedSettings(DEFAULT_SETTINGS, {
  quietHours: { from: minutesOf('22:00') ?? 0, to: minutesOf('07:00') ?? 0, timeZone: 'UTC' },
});

/** Events that share the switches of a texted one, and need no text message: help tickets, and steps without a deadline. */
const WITHOUT_TEXT: readonly NotifiedEventType[] = ['conversation.asked', 'claim.contested'];

describe('the table of the settings', () => {
  test('has a place for every event that people are notified of', () => {
    expect(Object.keys(EVENT_SETTINGS).sort()).toEqual([...NOTIFIED_EVENTS].sort());
  });

  test('has a row of a group for every event but reminders, which have stages', () => {
    for (const type of NOTIFIED_EVENTS)
      if (type === 'conversation.expiringSoon') expect(rowOf(type)).toBeUndefined();
      else expect(GROUPS).toContain(rowOf(type)?.group);
  });

  test('offers a text message for exactly the events that have one', () => {
    const texted = [
      ...TEXTED_EVENTS.filter((type) => type !== 'conversation.expiringSoon'),
      'payout.waiting',
      ...subscribers.tellOldNumber.events,
    ];
    const offered = NOTIFIED_EVENTS.filter(
      (type) => rowOf(type)?.text !== undefined && !WITHOUT_TEXT.includes(type),
    );
    expect([...offered].sort()).toEqual([...texted].sort());
  });

  test('has a title of its own for every switch', () => {
    const titles = [
      ...Object.values(EVENT_SETTINGS).flatMap((row) => ('title' in row ? [row.title] : [])),
      ...Object.values(STAGE_SETTINGS).map(({ title }) => title),
      RECEIPTS.title,
      REMINDERS.title,
    ];
    expect(titles.filter((title) => !/^(\w.{5,}|24 hours .+)$/.test(title))).toEqual([]);
    expect(new Set(titles).size).toBe(titles.length);
  });

  test('sends emails about money and the safety of the account besides push notifications', () => {
    expect(NOTIFIED_EVENTS.filter((type) => rowOf(type)?.emailsEach)).toEqual([
      'conversation.givenBack',
      'payout.paid',
      'payout.failed',
      'plan.renewalFailed',
      'plan.ended',
      'user.signedIn',
      'user.passwordReset',
      'user.passwordChanged',
      'user.emailChanged',
      'user.passkeyAdded',
      'user.passkeyRemoved',
      'user.phoneChangeAsked',
      'user.phoneChanged',
      'user.payoutSetUp',
      'user.stepStopped',
      'user.deletionRequested',
      'user.deletionSoon',
      'export.ready',
      'appeal.decided',
      'statement.written',
    ]);
  });

  test('has emails for every event but chats and invitations, and receipts of their own', () => {
    const silent = NOTIFIED_EVENTS.filter((type) => !EMAILED_EVENTS.includes(type));
    expect(silent).toEqual([
      'contact.invited',
      'contact.accepted',
      'chat.messageSent',
      'chat.changed',
    ]);
    const receipts = EMAILED_EVENTS.filter((type) => isReceiptOnly({ type } as EmailedEvent));
    expect(receipts).toEqual(
      expect.arrayContaining(['conversation.charged', 'conversation.cancelled', 'plan.charged']),
    );
    expect(receipts.filter((type) => type in EVENT_SETTINGS)).toEqual([]);
  });

  test('names the switch of an email as the settings do', () => {
    expect(emailSwitchOf('conversation.asked')).toBe('email:conversation.paid');
    expect(emailSwitchOf('plan.ended')).toBe('email:plan.ended');
    expect(emailSwitchOf('conversation.expiringSoon')).toBeUndefined();
    expect(emailSwitchTitle('email:plan.ended')).toBe('My plan ends');
    expect(emailSwitchTitle('email:receipts')).toBe('Receipts');
    expect(emailSwitchTitle('email:reminders')).toBe('Reminders to answer');
    expect(emailSwitchTitle('email:conversation.expiringSoon')).toBe('conversation.expiringSoon');
  });

  test('has a text message for a row of each of the four kinds', () => {
    for (const kind of KINDS) {
      const rows = NOTIFIED_EVENTS.filter((type) => rowOf(type)?.group === kind);
      expect(rows.some((type) => rowOf(type)?.text === 'on')).toBe(true);
    }
  });

  test('switches everything on at first except three reminders and the first lines in emails', () => {
    const off = SWITCHES.filter((name) => SWITCH_DEFAULTS.get(name) === false);
    expect(off).toEqual([
      'reminder:DAY_1',
      'reminder:DAY_5',
      'reminder:HOURS_12',
      'email:firstLines',
    ]);
  });
});

describe.each(NOTIFIED_EVENTS.filter((type) => type !== 'conversation.expiringSoon'))(
  'wants of %s',
  (type) => {
    test('follows the switch of each channel, or is true if the event protects the account', () => {
      for (const channel of CHANNELS) {
        const setting = rowOf(type)?.[channel];
        expect(wants(DEFAULT_SETTINGS, eventOf(type), channel)).toBe(setting !== undefined);
        const turnOff = SWITCHES.filter((name) => name.startsWith(`${channel}:`));
        const off = changedSettings(DEFAULT_SETTINGS, { turnOff });
        expect(wants(off, eventOf(type), channel)).toBe(setting === 'always');
      }
    });
  },
);

describe('a reminder', () => {
  test('is wanted at the stages that are switched on, and without a stage as of 48 hours', () => {
    const stage = (name?: string) => eventOf('conversation.expiringSoon', name);
    expect(wants(DEFAULT_SETTINGS, stage('DAY_1'), 'push')).toBe(false);
    expect(wants(DEFAULT_SETTINGS, stage('HOURS_48'), 'push')).toBe(true);
    expect(wants(DEFAULT_SETTINGS, stage(), 'push')).toBe(true);
    const asked = changedSettings(DEFAULT_SETTINGS, {
      turnOn: ['reminder:DAY_1', 'reminder:HOURS_12'],
      turnOff: ['reminder:HOURS_48'],
    });
    expect(wants(asked, stage('DAY_1'), 'push')).toBe(true);
    expect(wants(asked, stage(), 'push')).toBe(false);
  });

  test('is texted only near the deadline', () => {
    const turnOn = SWITCHES.filter((name) => name.startsWith('reminder:'));
    const all = changedSettings(DEFAULT_SETTINGS, { turnOn });
    const texted = ['DAY_1', 'DAY_5', 'HOURS_48', 'HOURS_12'].filter((stage) =>
      wants(all, eventOf('conversation.expiringSoon', stage), 'text'),
    );
    expect(texted).toEqual(['HOURS_48', 'HOURS_12']);
  });
});

test.each(CHANNELS)(
  'a reminder comes by %s if its stage and the channel are switched on',
  (channel) => {
    const reminder = eventOf('conversation.expiringSoon', 'HOURS_48');
    const without = (name: (typeof SWITCHES)[number]) =>
      wants(changedSettings(DEFAULT_SETTINGS, { turnOff: [name] }), reminder, channel);
    expect(wants(DEFAULT_SETTINGS, reminder, channel)).toBe(true);
    expect(without(`${channel}:reminders`)).toBe(false);
    expect(without('reminder:HOURS_48')).toBe(false);
    expect(without('email:receipts')).toBe(true);
  },
);

test('a channel that an event no longer has is not wanted, whatever is stored', () => {
  const settings = { version: 1, switches: { 'email:chat.messageSent': true } } as const;
  expect(wants(settings, eventOf('chat.messageSent'), 'email')).toBe(false);
});

describe('changedSettings', () => {
  test('stores deviations from the defaults only, and counts changes', () => {
    const off = changedSettings(DEFAULT_SETTINGS, { turnOff: ['push:chat.messageSent'] });
    expect(off).toEqual({ version: 1, switches: { 'push:chat.messageSent': false } });
    const on = changedSettings(off, { turnOn: ['push:chat.messageSent', 'reminder:DAY_5'] });
    expect(on).toEqual({ version: 2, switches: { 'reminder:DAY_5': true } });
    expect(isSwitchedOn(on, 'push:chat.messageSent')).toBe(true);
  });

  test('leaves quiet hours as they are unless they are part of the change', () => {
    const { quietHours } = changedSettings(asleep, { turnOff: ['push:payout.paid'] });
    expect(quietHours).toEqual(asleep.quietHours);
    expect(changedSettings(asleep, { quietHours: null })).toEqual({ version: 2, switches: {} });
  });
});

describe('deliveryOf in quiet hours', () => {
  test('postpones a notification until they end', () => {
    const delivery = deliveryOf(asleep, eventOf('conversation.paid'), 'push', NIGHT);
    expect(delivery).toEqual({ postponedUntil: MORNING });
    expect(deliveryOf(asleep, eventOf('plan.ended'), 'text', NIGHT)).toEqual(delivery);
    expect(deliveryOf(asleep, eventOf('conversation.paid'), 'push', MORNING)).toBe('now');
  });

  test('drops chat messages, and sends at once what protects the account', () => {
    expect(deliveryOf(asleep, eventOf('chat.messageSent'), 'push', NIGHT)).toBe('never');
    for (const type of ['user.phoneChangeAsked', 'user.phoneChanged'] as const)
      expect(deliveryOf(asleep, eventOf(type), 'push', NIGHT)).toBe('now');
  });

  test('sends at once what would come too late after them', () => {
    const reminder = eventOf('conversation.expiringSoon', 'HOURS_48');
    const at = (latestAt: typeof NIGHT) => deliveryOf(asleep, reminder, 'push', NIGHT, latestAt);
    expect(at(MORNING)).toEqual({ postponedUntil: MORNING });
    expect(at(later(MORNING, -1))).toBe('now');
    expect(at(later(MORNING, -HOUR))).toBe('now');
  });

  test('sends nothing that is switched off', () => {
    const off = changedSettings(asleep, { turnOff: ['push:conversation.paid'] });
    expect(deliveryOf(off, eventOf('conversation.paid'), 'push', NIGHT)).toBe('never');
    expect(deliveryOf(off, eventOf('conversation.asked'), 'push', MORNING)).toBe('never');
  });
});
