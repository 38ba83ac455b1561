import { describe, expect, test } from '@jest/globals';
import { isUnanswered, STATUSES } from '#shared/rules/conversations/conversations.ts';
import { instant } from '#shared/time.ts';
import { filterOf, orderFilters } from '#web/features/conversations/lists/filters.ts';
import { freshness } from '#web/features/conversations/lists/labels.ts';
import {
  endedWord,
  inboxLabel,
  orderLabel,
} from '#web/features/conversations/statuses/status-words.ts';

const ana = 'ana';
const ben = 'ben';
const now = instant(new Date(2026, 10, 21, 9, 12).getTime());

const row = {
  status: 'PENDING',
  senderId: ben,
  recipientId: ana,
  lastMessageUserId: ben,
  expiringSoon: false,
  deadlineAt: instant(new Date(2026, 10, 26, 9, 12).getTime()),
  moneyState: 'HELD',
  reasonCode: null,
  messageRead: false,
} as const;

describe('the label of an inbox row', () => {
  test('gives the deadline of a pending message', () => {
    expect(inboxLabel(row, ana, now).words).toBe('Due Thu, Nov 26');
  });

  test('shows the remaining hours as a warning if a message expires soon', () => {
    const soon = { ...row, expiringSoon: true, deadlineAt: instant(now + 11.5 * 3_600_000) };
    expect(inboxLabel(soon, ana, now)).toMatchObject({ words: '11 hours left', tone: 'due' });
  });

  test('says that the sender’s own pending message is waiting', () => {
    expect(inboxLabel(row, ben, now).words).toBe('waiting');
  });

  test('is "sent" if the viewer wrote last in an open conversation, otherwise "open"', () => {
    expect(inboxLabel({ ...row, status: 'OPEN', lastMessageUserId: ana }, ana, now).words).toBe(
      'sent',
    );
    expect(inboxLabel({ ...row, status: 'OPEN' }, ana, now).words).toBe('open');
  });

  test('is "closed" for a completed conversation', () => {
    expect(inboxLabel({ ...row, status: 'COMPLETED' }, ana, now).words).toBe('closed');
  });

  test('is "new" before delivery, "seen" before opening, then "read"; the user’s own messages are never "new"', () => {
    const by = { lastMessageUserId: ben };
    expect(freshness({ ...by, messageNew: true, messageRead: false }, ana)).toBe('new');
    expect(freshness({ ...by, messageNew: false, messageRead: false }, ana)).toBe('seen');
    expect(freshness({ ...by, messageNew: false, messageRead: true }, ana)).toBe('read');
    expect(freshness({ ...by, messageNew: true, messageRead: false }, ben)).toBe('read');
  });
});

describe('the label of an order row', () => {
  test.each([
    ['PENDING unread is waiting', { status: 'PENDING' }, 'waiting'],
    ['PENDING read is read', { status: 'PENDING', messageRead: true }, 'read'],
    ['OPEN with the own message last is sent', { status: 'OPEN' }, 'sent'],
    ['OPEN with an unread answer is new', { status: 'OPEN', lastMessageUserId: ana }, 'new'],
    [
      'OPEN with a read answer is open',
      { status: 'OPEN', lastMessageUserId: ana, messageRead: true },
      'open',
    ],
    ['COMPLETED is closed', { status: 'COMPLETED' }, 'closed'],
    ['REPORTED is reported', { status: 'REPORTED' }, 'reported'],
    ['REPORTED by mistake is ended', { status: 'REPORTED', reasonCode: 'NOT_ME' }, 'ended'],
    ['EXPIRED is expired', { status: 'EXPIRED' }, 'expired'],
    ['DECLINED is declined', { status: 'DECLINED' }, 'declined'],
    ['CANCELLED is canceled', { status: 'CANCELLED' }, 'canceled'],
  ] as const)('of a conversation: %s', (_, change, words) => {
    expect(orderLabel({ ...row, ...change }, ben).words).toBe(words);
  });
});

test('a conversation that was closed or ended without an answer is named by how it ended, and no other', () => {
  for (const status of STATUSES) {
    const isOver = status === 'COMPLETED' || isUnanswered(status);
    expect([status, endedWord({ status, reasonCode: null }) !== undefined]).toEqual([
      status,
      isOver,
    ]);
  }
});

test('an unknown filter in a URL selects all rows', () => {
  expect(filterOf(orderFilters, 'CANCELLED')).toBe('CANCELLED');
  expect(filterOf(orderFilters, 'SOMETHING')).toBe('ALL');
  expect(filterOf(orderFilters, null)).toBe('ALL');
});
