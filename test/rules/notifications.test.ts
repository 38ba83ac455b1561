import { describe, expect, test } from '@jest/globals';
import { DOMAIN_EVENT_TYPES } from '../../shared/domain-events.ts';
import { accountNotification } from '../../shared/rules/notifications/account-notifications.ts';
import type { Notification } from '../../shared/rules/notifications/notification.ts';
import {
  chatNotifications,
  contactNotification,
  NOTIFIED_EVENTS,
} from '../../shared/rules/notifications/notifications.ts';
import { payloadOf } from '../../shared/rules/notifications/push-payload.ts';
import { instant } from '../../shared/time.ts';

const NOW = instant(Date.UTC(2026, 10, 21, 9));

const chat = (name: string, content: string): Notification => {
  const room = { id: 'c', name, direct: false, members: { a: 1, b: 0 }, number: 1 };
  const message = { number: 1, userId: 'a', fullName: 'Ana', content };
  const [news] = chatNotifications(
    room as unknown as Parameters<typeof chatNotifications>[0],
    message,
  );
  if (!news) throw new Error('nobody is told');
  return news;
};

describe('a push notification', () => {
  test('contains no name and no text unless its owner wants it', () => {
    const news = chat('Sunday walks', '<p>At nine</p>');
    expect(JSON.stringify(payloadOf('f', news, false))).not.toMatch(/Ana|nine|Sunday/);
    expect(payloadOf('f', news, true)).toMatchObject({
      title: 'Ana in Sunday walks',
      body: 'At nine',
    });
  });

  test('is never empty, and fits into the smallest push message', () => {
    const longest = chat('🎻'.repeat(200), `<p>${'ß🎻'.repeat(10_000)}</p>`);
    for (const showText of [false, true]) {
      const payload = payloadOf('01J0000000000000000000000A', longest, showText);
      expect(payload.title.length * payload.body.length).toBeGreaterThan(0);
      expect(Buffer.byteLength(JSON.stringify(payload))).toBeLessThan(3_000);
    }
  });

  test('a long title ends with an ellipsis and never in the middle of an emoji', () => {
    const { title } = payloadOf('f', chat('🎻'.repeat(200), '<p>x</p>'), true);
    expect([...title]).toHaveLength(100);
    expect(title).toMatch(/🎻…$/u);
  });
});

test('contains no amounts', () => {
  for (const type of ['payout.paid', 'payout.waiting', 'payout.failed'] as const) {
    const detail = { userId: 'a', period: '2026-10' };
    const news = accountNotification({ id: 'f', type, at: NOW, detail });
    expect(JSON.stringify(news)).not.toContain('$');
  }
});

test('a notification of a contact invitation is replaced by its answer, but not by those of others', () => {
  const invited = (byUserId: string) =>
    contactNotification(
      { id: 'f', type: 'contact.invited', at: NOW, detail: { userId: 'a', byUserId } },
      'Ben',
    );
  expect(invited('b').tag).toBe(invited('b').tag);
  expect(invited('b').tag).not.toBe(invited('c').tag);
});

test('no notification is sent for canceled messages or for events between support and the ledger', () => {
  const untold = DOMAIN_EVENT_TYPES.filter(
    (type) => !(NOTIFIED_EVENTS as readonly string[]).includes(type),
  );
  expect(untold).toEqual(
    expect.arrayContaining([
      'conversation.cancelled',
      'conversation.closed',
      'money.lost',
      'user.named',
    ]),
  );
});
