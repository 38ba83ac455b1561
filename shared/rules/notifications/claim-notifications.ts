import type { DomainEvent, DomainEventType } from '../../domain-events.ts';
import { notifications as claims } from '../../messages/claims.ts';
import { DAY, type Instant, MINUTE } from '../../time.ts';
import { type ClaimState, isAcceptedBySender } from '../conversations/claim-states.ts';
import type { Conversation, Side } from '../conversations/conversations.ts';
import type { Notification, NotificationContent } from './notification.ts';

/*
 * Notifications about claims: of what the other side did, and to both of how it ended. Like all notifications they quote nothing that
 * the two wrote. docs/product/conversations.md#claims
 */

export const CLAIM_EVENTS = [
  'claim.opened',
  'claim.improved',
  'claim.contested',
  'claim.decided',
  'claim.givenBack',
  'claim.withdrawn',
  'claim.accepted',
] as const satisfies readonly DomainEventType[];
export type ClaimEvent = DomainEvent<(typeof CLAIM_EVENTS)[number]>;

export const isClaimEvent = (event: DomainEvent): event is ClaimEvent =>
  CLAIM_EVENTS.some((type) => type === event.type);

/** The states in which an event is still news: something may have happened since. */
const STATES: Readonly<Record<ClaimEvent['type'], readonly ClaimState[]>> = {
  'claim.opened': ['OPEN'],
  'claim.improved': ['IMPROVED'],
  'claim.contested': ['CONTESTED'],
  'claim.decided': ['UPHELD', 'REJECTED'],
  'claim.givenBack': ['GIVEN_BACK', 'LAPSED'],
  'claim.withdrawn': ['WITHDRAWN'],
  'claim.accepted': ['ACCEPTED'],
};

/** Returns the notifications of a claim event, given the current conversation; none if they are no longer relevant. */
export function claimNotifications(
  c: Conversation,
  event: ClaimEvent,
  now: Instant,
): Notification[] {
  const state = c.money.claim?.state;
  if (!state || !STATES[event.type].includes(state)) return [];
  return sidesOf(c, event).map((side) => notificationTo(c, side, event, now));
}

function sidesOf(c: Conversation, { type, detail }: ClaimEvent): readonly Side[] {
  switch (type) {
    case 'claim.opened':
    case 'claim.withdrawn':
    case 'claim.accepted':
      return ['recipient'];
    case 'claim.improved':
      return ['sender'];
    case 'claim.contested':
      return 'byUserId' in detail && detail.byUserId === c.sender.id ? ['recipient'] : ['sender'];
    case 'claim.givenBack':
      return 'byUserId' in detail && detail.byUserId ? ['sender'] : ['sender', 'recipient'];
    case 'claim.decided':
      return ['sender', 'recipient'];
  }
}

function notificationTo(
  c: Conversation,
  side: Side,
  event: ClaimEvent,
  now: Instant,
): Notification {
  const words = wordsFor(c, side, event.type);
  const path = side === 'sender' ? `/order-viewer/${c.id}` : `/inbox-viewer/${c.id}`;
  const until = c.claim?.until;
  return {
    ...words,
    open: { title: words.title, body: `${c.subject}. ${words.body}` },
    userId: c[side].id,
    path,
    tag: `claim:${c.id}`,
    urgency: 'high',
    goodFor: until === undefined ? 7 * DAY : Math.max(MINUTE, until - now),
  };
}

function wordsFor(c: Conversation, side: Side, type: ClaimEvent['type']): NotificationContent {
  const isUpheld = c.money.claim?.state === 'UPHELD';
  switch (type) {
    case 'claim.opened':
      return claims.opened;
    case 'claim.improved':
      return claims.improved;
    case 'claim.contested':
      return side === 'sender' ? claims.contested : claims.decisionAsked;
    case 'claim.decided':
      return side === 'sender'
        ? {
            title: isUpheld ? 'Your claim was upheld' : 'Your claim was rejected',
            body: isUpheld ? 'Your money is on its way back.' : 'Open it to read why.',
          }
        : {
            title: isUpheld ? 'The claim about your answer was upheld' : 'The claim was rejected',
            body: isUpheld ? 'Open it to read why.' : 'Your earning is yours again.',
          };
    case 'claim.givenBack':
      return side === 'sender' ? claims.refunded : claims.lapsed;
    case 'claim.withdrawn':
      return {
        title: isAcceptedBySender({ state: c.money.claim?.state, ...c.claim })
          ? 'Your improved answer was accepted'
          : 'A claim was withdrawn',
        body: 'Your earning is yours again.',
      };
    case 'claim.accepted':
      return { title: 'Your improved answer stands', body: 'Your earning is yours again.' };
  }
}
