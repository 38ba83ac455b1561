import { describe, expect, test } from '@jest/globals';
import { DOMAIN_EVENT_TYPES } from '#shared/domain-events.ts';
import { accountNotification } from '#shared/rules/notifications/account-notifications.ts';
import type { Notification } from '#shared/rules/notifications/notification.ts';
import {
  addedNotifications,
  chatNotifications,
  contactNotification,
  NOTIFIED_EVENTS,
} from '#shared/rules/notifications/notifications.ts';
import { payloadOf } from '#shared/rules/notifications/push-payload.ts';
import { DAY, instant } from '#shared/time.ts';

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

test.each([
  ['a title of 100', 'title', 100],
  ['a body of 160', 'body', 160],
] as const)('a push notification has at most %s characters', (_, part, max) => {
  const shown = (length: number) => {
    const words = { title: 'a', body: 'b', [part]: `${'x'.repeat(length - 1)}y` };
    const news = { ...chat('Walks', '<p>x</p>'), ...words };
    return payloadOf('f', news, false)[part];
  };
  expect(shown(max)).toBe(`${'x'.repeat(max - 1)}y`);
  expect(shown(max + 1)).toBe(`${'x'.repeat(max - 1)}…`);
});

test('a push notification is cut without a space before the ellipsis', () => {
  const title = `${'x'.repeat(97)}  ${'y'.repeat(20)}`;
  const payload = payloadOf('f', { ...chat('Walks', '<p>x</p>'), title }, false);
  expect(payload).toEqual({
    id: 'f',
    title: `${'x'.repeat(97)}…`,
    body: 'Open it to read.',
    url: '/chat-viewer/c',
    tag: 'chat:c',
  });
});

describe('a chat message', () => {
  type Room = Parameters<typeof chatNotifications>[0];
  const room = (change: Partial<Room> = {}) =>
    ({
      id: 'c',
      name: 'Walks',
      direct: false,
      number: 3,
      members: { ana: 3, ben: 2, cleo: 3, dan: 0 },
      ...change,
    }) as unknown as Room;
  const message = { number: 3, userId: 'ana', fullName: 'Ana', content: '<p>At nine</p>' };
  const notified = (chat: Room) => chatNotifications(chat, message).map(({ userId }) => userId);

  test('notifies the members who have not read it, without its writer and those who muted the chat', () => {
    expect(notified(room())).toEqual(['ben', 'dan']);
    expect(notified(room({ members: { ana: 0, ben: 2 } }))).toEqual(['ben']);
    expect(notified(room({ muted: new Set(['ben']) }))).toEqual(['dan']);
  });

  test('opens its chat, and names the group unless two people chat', () => {
    const news = {
      userId: 'ben',
      title: 'A new chat message',
      body: 'Open it to read.',
      open: { title: 'Ana in Walks', body: 'At nine' },
      forMembers: true,
      path: '/chat-viewer/c',
      tag: 'chat:c',
      urgency: 'high',
      goodFor: DAY,
    };
    const members = { ana: 3, ben: 2 };
    expect(chatNotifications(room({ members }), message)).toEqual([news]);
    expect(chatNotifications(room({ members, direct: true }), message)).toEqual([
      { ...news, open: { title: 'Ana', body: 'At nine' } },
    ]);
    const picture = { ...message, content: '', picture: {} };
    expect(chatNotifications(room({ members }), picture)[0]?.open.body).toBe('Picture');
  });

  test('that adds people to a group notifies those who are members and have not read it', () => {
    const added = (ids: string[], announcedAs?: number) =>
      addedNotifications(room(), ids, announcedAs, 'Ana').map(({ userId }) => userId);
    expect(added(['ben', 'cleo', 'eve'], 3)).toEqual(['ben']);
    expect(added(['ben', 'dan'])).toEqual(['dan']);
    expect(addedNotifications(room(), ['dan'], 1, 'Ana')).toEqual([
      {
        userId: 'dan',
        title: 'You were added to a group',
        body: 'Open it to read.',
        open: { title: 'Ana added you to Walks', body: 'Open it to read.' },
        forMembers: true,
        path: '/chat-viewer/c',
        tag: 'group:c',
        urgency: 'normal',
        goodFor: 7 * DAY,
      },
    ]);
  });
});

test('an invitation to chat and its acceptance name the other person in the open text only', () => {
  const notificationOf = (type: 'contact.invited' | 'contact.accepted') =>
    contactNotification({ id: 'f', type, at: NOW, detail: { userId: 'a', byUserId: 'b' } }, 'Ben');
  const about = { userId: 'a', tag: 'contact:b', urgency: 'normal', goodFor: 7 * DAY };
  expect(notificationOf('contact.invited')).toEqual({
    ...about,
    path: '/dashboard',
    title: 'An invitation to chat',
    body: 'Someone would like to chat with you.',
    open: { title: 'Ben would like to chat with you', body: 'Open it to accept.' },
  });
  expect(notificationOf('contact.accepted')).toEqual({
    ...about,
    path: '/contacts',
    title: 'Your invitation was accepted',
    body: 'You can chat now.',
    open: { title: 'Ben accepted your invitation', body: 'You can chat now.' },
  });
});

test('contains no amounts', () => {
  for (const type of ['payout.paid', 'payout.waiting', 'payout.failed'] as const) {
    const detail = { userId: 'a', period: '2026-10', amountCents: 1_250 };
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
      'conversation.charged',
      'conversation.closed',
      'money.lost',
      'user.named',
    ]),
  );
});
