import { describe, expect, test } from '@jest/globals';
import { DOMAIN_EVENT_TYPES, type DomainEventType } from '#shared/domain-events.ts';
import { HINTED_EVENTS, hintsOf, isChatEvent } from '#shared/rules/live/hinted-events.ts';

type Event = Parameters<typeof hintsOf>[0];

const eventOf = (type: DomainEventType, detail: object) =>
  ({ id: 'event', type, at: 0, detail }) as unknown as Event;

const startingWith = (...areas: readonly string[]) =>
  HINTED_EVENTS.filter((type) => areas.some((area) => type.startsWith(`${area}.`)));

/** The events that change nothing that an open screen shows of its owner without asking. */
const WITHOUT_HINT: readonly DomainEventType[] = [
  'money.lost',
  // Nobody ever saw the order.
  'order.undone',
  'user.passkeyAdded',
  'user.passkeyRemoved',
  'user.phoneChanged',
  'user.phoneChangeAsked',
  'user.signedIn',
  'user.listingChanged',
  // The people who waited for a place get place.free.
  'user.availabilityChanged',
  'user.emailChanged',
  'user.passwordReset',
  'user.passwordChanged',
  'user.payoutSetUp',
  // It ends every session, of which open screens get a hint of their own.
  'user.stepStopped',
  // The account is no longer public; user.named has hints for that.
  'user.deletionRequested',
  'user.deletionSoon',
  'export.requested',
  'export.ready',
  // It brings a receipt by email.
  'plan.charged',
  // The blocked person must not learn of it; what it ends has hints of its own.
  'contact.blocked',
  'report.decided',
  'appeal.decided',
];

test('each domain event has hints, or is listed here as one that needs none', () => {
  expect([...HINTED_EVENTS, ...WITHOUT_HINT].sort()).toEqual([...DOMAIN_EVENT_TYPES].sort());
});

describe('the hints of a domain event', () => {
  test.each(startingWith('conversation', 'refund', 'dispute'))(
    '%s go to the inbox of the recipient and the orders of the sender',
    (type) => {
      const detail = { conversationId: 'one', senderId: 'ana', recipientId: 'ben' };
      const more = { byUserId: 'ana', amountCents: 1_000, reasonCode: 'SPAM' };
      expect(hintsOf(eventOf(type, { ...detail, ...more }))).toEqual([
        { userId: 'ben', hint: { kind: 'conversation', conversationId: 'one', side: 'inbox' } },
        { userId: 'ana', hint: { kind: 'conversation', conversationId: 'one', side: 'order' } },
      ]);
    },
  );

  test.each(startingWith('contact'))('%s go to both people', (type) => {
    expect(hintsOf(eventOf(type, { userId: 'ana', byUserId: 'ben' }))).toEqual([
      { userId: 'ana', hint: { kind: 'contacts' } },
      { userId: 'ben', hint: { kind: 'contacts' } },
    ]);
  });

  test.each(startingWith('user', 'referral', 'plan', 'payout', 'statement'))(
    '%s go to the account alone',
    (type) => {
      const detail = { userId: 'ana', invitedUserId: 'ben', plan: 'STARTER', period: '2026-11' };
      expect(hintsOf(eventOf(type, detail))).toEqual([
        { userId: 'ana', hint: { kind: 'account' } },
      ]);
    },
  );

  test('of a chat are not made from the event alone', () => {
    expect(HINTED_EVENTS.filter((type) => isChatEvent(eventOf(type, {}) as never))).toEqual([
      'chat.messageSent',
      'chat.changed',
    ]);
  });
});
