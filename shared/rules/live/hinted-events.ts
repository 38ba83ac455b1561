import { DOMAIN_EVENT_TYPES, type DomainEvent, type DomainEventType } from '../../domain-events.ts';
import type { Hint } from '../../live.ts';

/* The live hints of domain events. docs/product/live.md */

/** The hint for one person. */
export type PersonalHint = { readonly userId: string; readonly hint: Hint };

const isOfConversation = (
  type: DomainEventType,
): type is Extract<DomainEventType, `conversation.${string}`> => type.startsWith('conversation.');

/** The events of which open screens get hints: every event of a conversation, for both of its sides, and those that change another screen. */
export const HINTED_EVENTS = [
  ...DOMAIN_EVENT_TYPES.filter(isOfConversation),
  'claim.opened',
  'claim.improved',
  'claim.contested',
  'claim.decided',
  'claim.givenBack',
  'claim.withdrawn',
  'claim.accepted',
  'earning.restored',
  'refund.failed',
  'dispute.opened',
  'dispute.won',
  'dispute.lost',
  'contact.invited',
  'contact.accepted',
  'chat.messageSent',
  'chat.changed',
  'user.named',
  'statement.written',
  'referral.earned',
  'referral.takenBack',
  'plan.renewalFailed',
  'plan.ended',
  'payout.waiting',
  'payout.paid',
  'payout.held',
  'payout.failed',
  'place.free',
] as const satisfies readonly DomainEventType[];

export type HintedEvent = DomainEvent<(typeof HINTED_EVENTS)[number]>;
export type ChatEvent = DomainEvent<'chat.messageSent' | 'chat.changed'>;

export const isChatEvent = (event: HintedEvent): event is ChatEvent =>
  event.type === 'chat.messageSent' || event.type === 'chat.changed';

/** The hints of an event, except of a chat, whose members and messages are in the table. */
export function hintsOf({ detail }: Exclude<HintedEvent, ChatEvent>): readonly PersonalHint[] {
  if ('conversationId' in detail) {
    const { conversationId, senderId, recipientId } = detail;
    const hints = [
      { userId: recipientId, hint: { kind: 'conversation', conversationId, side: 'inbox' } },
      { userId: senderId, hint: { kind: 'conversation', conversationId, side: 'order' } },
    ] as const;
    // The other devices of the author show the reply; the other side does not see it.
    return 'hidden' in detail && detail.hidden
      ? hints.filter(({ userId }) => userId === detail.byUserId)
      : hints;
  }
  if ('byUserId' in detail)
    return [detail.userId, detail.byUserId].map((userId) => ({
      userId,
      hint: { kind: 'contacts' },
    }));
  return [{ userId: detail.userId, hint: { kind: 'account' } }];
}
