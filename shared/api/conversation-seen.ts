import * as z from 'zod/mini';
import { CLAIM_ACTIONS, CLAIM_REASONS, CLAIM_STATES } from '../rules/conversations/claim-states.ts';
import { NUDGE_CHANNELS } from '../rules/conversations/nudge.ts';
import { PUBLIC_ANSWER_STATES } from '../rules/public-answers/public-answers.ts';
import { dollars, moment } from '../wire.ts';
import { conversationView } from './conversation-view.ts';
import { contactState } from './profile-entities.ts';
import { thanksView } from './thanks-entities.ts';

/** The claim about a paid response, as its two sides see it. docs/product/conversations.md#claims */
const claimView = z.object({
  state: z.enum(CLAIM_STATES),
  reason: z.enum(CLAIM_REASONS),
  /** What the sender wrote, in plain text. */
  text: z.string(),
  claimedAt: moment,
  /**
   * OPEN: until when the recipient may react; after that the money goes back. IMPROVED: until when the sender may ask for a
   * decision; after that the improved answer counts as accepted. Null in every other state.
   */
  until: z.nullable(moment),
  /** When the recipient improved the answer: the message of kind IMPROVED_ANSWER. Null if they did not. */
  improvedAt: z.nullable(moment),
  /**
   * Who took the claim to the desk, and what they wrote, in plain text: the recipient contested it, or the sender asked for a
   * decision after the improved answer. Null if nobody did.
   */
  contest: z.nullable(
    z.object({ by: z.enum(['sender', 'recipient']), at: moment, text: z.string() }),
  ),
  /** Why the desk decided so, in UPHELD and REJECTED. */
  decisionReason: z.nullable(z.string()),
  endedAt: z.nullable(moment),
  /** The part of the recipient's earning that is frozen now; null for the sender. */
  frozen: z.nullable(dollars()),
  /** What the caller may do now. */
  actions: z.array(z.enum(CLAIM_ACTIONS)),
});

/** The response of `viewInbox` and `viewOrder`. */
export const conversationSeen = z.extend(conversationView, {
  /** The contact state between the caller and the other side. */
  contactState,
  /** Whether the caller blocked the other side; what that side writes is not shown then. */
  blocked: z.boolean(),
  /** By which ways the sender's nudge was sent so far; only in `viewOrder`, for a sender who nudged the recipient. */
  nudgeSent: z.optional(z.array(z.enum(NUDGE_CHANNELS))),
  /**
   * What the sender said in thanks for the paid response. Absent if they said nothing, if a claim has returned the money, and for a
   * recipient who blocked the sender.
   */
  thanks: z.optional(thanksView),
  /** Until when the caller may thank for the paid response, or change what they said; absent if they may not. */
  thankUntil: z.optional(moment),
  /** The proposal to make the answer public, and what became of it; absent if there was none. */
  publicAnswer: z.optional(
    z.object({
      id: z.string(),
      state: z.enum(PUBLIC_ANSWER_STATES),
      proposedAt: moment,
      until: moment,
      publishedAt: z.nullable(moment),
      endedAt: z.nullable(moment),
    }),
  ),
  /** Whether the caller may propose that the answer becomes public; absent if they may not. */
  mayPublish: z.optional(z.literal(true)),
  /** The claim; null if there is none. There is at most one. */
  claim: z.nullable(claimView),
  /** Until when the caller may claim that the paid response did not answer the message; null if they may not. */
  claimUntil: z.nullable(moment),
});
