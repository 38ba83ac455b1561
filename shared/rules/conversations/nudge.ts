import { DAY, type Instant, later } from '../../time.ts';
import type { Change, Conversation } from './conversations.ts';

/*
 * The nudge: from day five on the sender of a pending paid message may remind its recipient, once and free of charge. It
 * changes neither the deadline nor the money. docs/product/conversations.md#nudge
 */

/** How long before the deadline the nudge becomes possible: five of the ten days are over, without pauses. */
const BEFORE_DEADLINE = 5 * DAY;

/** From when on the sender may nudge the recipient. */
export const nudgeFrom = (deadlineAt: Instant): Instant => later(deadlineAt, -BEFORE_DEADLINE);

/** Whether the sender has nudged the recipient. `events`: the history or the timeline of the conversation. */
export const isNudged = (events: readonly { readonly event: string }[]): boolean =>
  events.some(({ event }) => event === 'NUDGED');

/** The ways by which a nudge reached the recipient. */
export const NUDGE_CHANNELS = ['PUSH', 'EMAIL'] as const;
export type NudgeChannel = (typeof NUDGE_CHANNELS)[number];

/**
 * Nudges the recipient. `eventId`: the id of the event, by which the receipts of what was sent are found. The caller has checked that the
 * message is paid, pending, old enough, and was not nudged before.
 */
export function nudge(conversation: Conversation, eventId: string, now: Instant): Change {
  const { history, money } = conversation;
  return {
    next: {
      ...conversation,
      nudgeEventId: eventId,
      history: [...history, { event: 'NUDGED', at: now, moneyState: money.state }],
    },
    domainEvent: { type: 'conversation.nudged', id: eventId },
  };
}
