import { describe, expect, test } from '@jest/globals';
import { instant } from '../../../shared/time.ts';
import { filterOf, orderFilters } from '../../../web/src/conversation/filters.ts';
import { freshness, inboxLabel, orderLabel } from '../../../web/src/conversation/labels.ts';

const ana = 'ana';
const ben = 'ben';
const now = instant(new Date(2026, 10, 21, 9, 12).getTime());

const row = {
  status: 'PENDING',
  senderId: ben,
  lastMessageUserId: ben,
  expiringSoon: false,
  deadlineAt: instant(new Date(2026, 10, 26, 9, 12).getTime()),
  moneyState: 'HELD',
  reasonCode: null,
  messageRead: false,
} as const;

describe('rows of the inbox', () => {
  test('a message that waits says by when', () => {
    expect(inboxLabel(row, ana, now).words).toBe('Due Thu, Nov 26');
  });

  test('one that expires soon counts the hours, as a warning', () => {
    const soon = { ...row, expiringSoon: true, deadlineAt: instant(now + 11.5 * 3_600_000) };
    expect(inboxLabel(soon, ana, now)).toMatchObject({ words: '11 hours left', tone: 'due' });
  });

  test("a sender's own message waits", () => {
    expect(inboxLabel(row, ben, now).words).toBe('waiting');
  });

  test('an open one is "sent" when the viewer wrote last, else "open"', () => {
    expect(inboxLabel({ ...row, status: 'OPEN', lastMessageUserId: ana }, ana, now).words).toBe(
      'sent',
    );
    expect(inboxLabel({ ...row, status: 'OPEN' }, ana, now).words).toBe('open');
  });

  test('a completed one is closed', () => {
    expect(inboxLabel({ ...row, status: 'COMPLETED' }, ana, now).words).toBe('closed');
  });

  test('new was not delivered, seen was not opened, read was, and one’s own is never new', () => {
    const by = { lastMessageUserId: ben };
    expect(freshness({ ...by, messageNew: true, messageRead: false }, ana)).toBe('new');
    expect(freshness({ ...by, messageNew: false, messageRead: false }, ana)).toBe('seen');
    expect(freshness({ ...by, messageNew: false, messageRead: true }, ana)).toBe('read');
    expect(freshness({ ...by, messageNew: true, messageRead: false }, ben)).toBe('read');
  });
});

describe('rows of the orders', () => {
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
    ['CANCELLED is cancelled', { status: 'CANCELLED' }, 'cancelled'],
  ] as const)('%s', (_, change, words) => {
    expect(orderLabel({ ...row, ...change }, ben).words).toBe(words);
  });
});

test('a filter that an address does not name rightly is none', () => {
  expect(filterOf(orderFilters, 'CANCELLED')).toBe('CANCELLED');
  expect(filterOf(orderFilters, 'SOMETHING')).toBe('ALL');
  expect(filterOf(orderFilters, null)).toBe('ALL');
});
