import * as z from 'zod/mini';
import { HISTORY_EVENT_NAMES } from '../rules/conversations/conversations.ts';
import { dollars, moment } from '../wire.ts';
import { conversation } from './conversation-entities.ts';
import { namedCard } from './money-entities.ts';
import { boughtTier } from './offer-entities.ts';

/* An open conversation in responses of the API. Apart from the lists, which the home screen loads. */

export const timelineEvent = z.object({
  event: z.enum(HISTORY_EVENT_NAMES),
  at: moment,
  moneyState: conversation.moneyState,
  /**
   * For a dispute, as the recipient sees it: the part of the earning that is frozen, released or lost. For a refund by an
   * operator: the earning that was taken back. For a partial refund: what the sender got back. For a claim: the part of the earning that is
   * frozen, free again or taken back. For a refund that failed permanently, as the sender sees it: the amount owed to them.
   */
  amount: z.optional(dollars()),
});

/** A conversation with its timeline. */
export const conversationView = z.object({
  ...conversation,
  /** The recipient's note to the sender when they declined, in plain text; null if there is none. */
  note: z.nullable(z.string()),
  /**
   * The recipient's clarifying question: it pauses the deadline until `endedAt`, and at most until `until`. Null if there was
   * none. In NEEDS_INFO `deadlineAt` is the latest possible one.
   */
  clarification: z.nullable(
    z.object({ askedAt: moment, until: moment, endedAt: z.nullable(moment) }),
  ),
  /** The tier that was bought, as it was then; absent if the recipient had none. */
  tier: z.optional(boughtTier),
  /** What paid; only for the sender, and absent where nothing was paid. */
  paidWith: z.optional(z.object(namedCard)),
  /**
   * When the card is charged if the letter still waits, because the hold is about to end; only for the sender of a letter whose payment is
   * held, and absent if the hold lasts until the deadline.
   */
  chargesAt: z.optional(moment),
  timeline: z.array(timelineEvent),
  /** When our team opened its files, the last time, in a report or claim. */
  filesOpenedAt: z.optional(moment),
});
