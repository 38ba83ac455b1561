import { describe, expect, test } from '@jest/globals';
import { cents, ZERO } from '#shared/money.ts';
import {
  type Conversation,
  listFiltersOf,
  type StoredStatus,
} from '#shared/rules/conversations/conversations.ts';
import {
  consequencesOf,
  isChargedByReport,
  isUnread,
  mailboxChange,
} from '#shared/rules/conversations/counters.ts';
import { instant, later } from '#shared/time.ts';

const SENT = instant(Date.UTC(2026, 10, 25));

/** A conversation whose newest message is by the sender, of a price of which the recipient earns $22.00. */
const withStatus = (status: StoredStatus, change: object = {}) =>
  ({
    status,
    sender: { id: 's' },
    recipient: { id: 'r' },
    money: { state: 'HELD' },
    price: cents(2_500),
    feeTerms: { basisPoints: 1_000, fixed: cents(50) },
    lastMessageBy: 's',
    lastMessageAt: SENT,
    ...change,
  }) as unknown as Conversation;

describe('a conversation is unread', () => {
  test.each<[StoredStatus, object, boolean]>([
    ['PENDING', {}, true],
    ['NEEDS_INFO', {}, true],
    ['OPEN', {}, true],
    ['INVITED', {}, true],
    ['COMPLETED', {}, true],
    ['PENDING', { recipientReadAt: later(SENT, -1) }, true],
    ['PENDING', { recipientReadAt: SENT }, false],
    ['PENDING', { lastMessageBy: 'r' }, false],
    ['PAYING', {}, false],
    ['UNDONE', {}, false],
    ['EXPIRED', {}, false],
    ['DECLINED', {}, false],
    ['REPORTED', {}, false],
    ['CANCELLED', {}, false],
  ])('for the recipient in the status %s with %j: %s', (status, change, unread) =>
    expect(isUnread(withStatus(status, change), 'recipient')).toBe(unread),
  );

  test('for the sender after a message of the recipient', () => {
    const answered = withStatus('OPEN', { lastMessageBy: 'r', recipientReadAt: SENT });
    expect(isUnread(answered, 'sender')).toBe(true);
    expect(isUnread({ ...answered, senderReadAt: SENT }, 'sender')).toBe(false);
  });
});

describe('a new conversation counts', () => {
  test.each<[StoredStatus, object, object]>([
    ['PENDING', { PENDING: 1, ALL: 1, unread: 1, pendingNet: 2_200 }, { PENDING: 1, ALL: 1 }],
    ['INVITED', { OPEN: 1, ALL: 1, unread: 1 }, { OPEN: 1, ALL: 1 }],
    ['EXPIRED', { EXPIRED: 1, ALL: 1 }, { EXPIRED: 1, ALL: 1 }],
    ['CANCELLED', {}, { CANCELLED: 1 }],
    ['PAYING', {}, {}],
  ])('in the status %s for each side', (status, recipient, sender) => {
    expect(mailboxChange(undefined, withStatus(status), 'recipient')).toEqual(recipient);
    expect(mailboxChange(undefined, withStatus(status), 'sender')).toEqual(sender);
  });
});

test('a sender is charged for a paid message that was reported for a reason that does not refund it', () => {
  const reported = (change: object) => withStatus('REPORTED', change);
  expect(isChargedByReport(reported({ reasonCode: 'SPAM_PHISHING' }))).toBe(true);
  expect(isChargedByReport(reported({ reasonCode: 'SPAM_PHISHING', price: ZERO }))).toBe(false);
  for (const reasonCode of ['NOT_ME', 'IGNORE', 'SUICIDE_SELFINJURY'])
    expect(isChargedByReport(reported({ reasonCode }))).toBe(false);
  expect(isChargedByReport(withStatus('EXPIRED', { reasonCode: 'SPAM_PHISHING' }))).toBe(false);
});

describe('a change has the consequence', () => {
  const NONE = {
    freesLock: false,
    freesReservation: false,
    forgets: false,
    waitingCount: 0,
    responseRate: { endedCount: 0, upheldClaimCount: 0, answeredCount: 0 },
    chargedByReport: false,
  };
  const ENDED = { endedCount: 1, upheldClaimCount: 0, answeredCount: 0 };
  const rate = (upheldClaimCount: number, answeredCount: number) => ({
    responseRate: { endedCount: 0, upheldClaimCount, answeredCount },
  });
  const paid = withStatus('PENDING', { waits: true });
  const answered = withStatus('OPEN', { net: cents(2_200) });
  const claimed = (state: string) => ({ ...answered, money: { claim: { state } } });
  const free = { price: ZERO };

  test.each<[string, Conversation, object, object]>([
    ['none if nothing changes', paid, paid, {}],
    ['none if it is paid', withStatus('PAYING', { waits: true }), paid, {}],
    [
      'of a payment that failed',
      withStatus('PAYING', { waits: true }),
      { status: 'UNDONE' },
      { freesLock: true, freesReservation: true, forgets: true, waitingCount: -1 },
    ],
    ['none if it stays undone', withStatus('UNDONE'), { status: 'UNDONE' }, {}],
    ['of a pause', paid, { status: 'NEEDS_INFO' }, {}],
    [
      'of a cancellation',
      paid,
      { status: 'CANCELLED' },
      { freesLock: true, freesReservation: true, waitingCount: -1 },
    ],
    ['of a decline', paid, { status: 'DECLINED' }, { freesLock: true, waitingCount: -1 }],
    [
      'of a report that charges the sender',
      paid,
      { status: 'REPORTED', reasonCode: 'SPAM_PHISHING' },
      { freesLock: true, waitingCount: -1, chargedByReport: true },
    ],
    [
      'of a deadline that was missed',
      paid,
      { status: 'EXPIRED', reasonCode: 'RETURN_TO_SENDER' },
      { freesLock: true, waitingCount: -1, responseRate: ENDED },
    ],
    [
      'of an operator who ended it',
      paid,
      { status: 'EXPIRED', reasonCode: 'WITHDRAWN' },
      { freesLock: true, waitingCount: -1 },
    ],
    [
      'of an answer',
      withStatus('PENDING'),
      { status: 'OPEN', net: cents(2_200) },
      {
        freesLock: true,
        earned: { gross: 2_500, fee: 300, net: 2_200 },
        responseRate: { ...ENDED, answeredCount: 1 },
      },
    ],
    ['none if it was answered before', answered, { status: 'COMPLETED' }, {}],
    ['none for the rate if a claim is opened', answered, claimed('OPEN'), {}],
    ['of a claim that was upheld', answered, claimed('UPHELD'), rate(1, -1)],
    ['of a claim without a reaction', answered, claimed('LAPSED'), rate(1, -1)],
    [
      'none if it stays upheld',
      { ...answered, ...claimed('UPHELD') } as unknown as Conversation,
      { status: 'COMPLETED' },
      {},
    ],
    [
      'none if it stays reported',
      withStatus('REPORTED', { reasonCode: 'SPAM_PHISHING' }),
      { modifiedAt: SENT },
      {},
    ],
    ['of a claim that was rejected', answered, claimed('REJECTED'), {}],
    [
      'of an earning that was given back',
      answered,
      claimed('GIVEN_BACK'),
      { responseRate: { endedCount: -1, upheldClaimCount: 0, answeredCount: -1 } },
    ],
    [
      'of a free answer',
      withStatus('PENDING', free),
      { status: 'OPEN', net: ZERO },
      { freesLock: true },
    ],
    [
      'of a free cancellation',
      withStatus('PENDING', free),
      { status: 'CANCELLED' },
      { freesLock: true },
    ],
  ])('%s', (_, before, change, consequences) =>
    expect(consequencesOf(before, { ...before, ...change })).toEqual({ ...NONE, ...consequences }),
  );
});

test('the recipient has no filter for cancelled messages', () => {
  const listed = ['PENDING', 'OPEN', 'COMPLETED', 'EXPIRED', 'REPORTED', 'DECLINED'];
  expect(listFiltersOf('recipient')).toEqual(expect.arrayContaining(listed));
  expect(listFiltersOf('recipient')).not.toContain('CANCELLED');
  expect(listFiltersOf('sender')).toEqual(expect.arrayContaining([...listed, 'CANCELLED']));
});
