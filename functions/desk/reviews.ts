import * as staff from '#shared/messages/staff.ts';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import { keptFacts, refundedFacts, reviewedFacts } from '#shared/rules/desk/statement-words.ts';
import type { PaymentContext } from '../conversations/settle-payment.ts';
import {
  deskAudit,
  type FurtherStep,
  type StaffAct,
  type StaffCall,
  wordsOfAct,
} from './desk-context.ts';
import { decideManually, reviewDecision } from './manual-decisions.ts';
import { decisionOn, refuseUndecided } from './staff-refunds.ts';

/* Decisions by staff about the payment of a reported message. docs/product/desk.md#decisions */

export type ReviewOutcome = 'REFUND' | 'KEEP';

/**
 * Decides about the payment of a reported message, with a statement to both sides. `beside`: further steps of the transaction.
 * Returns a sentence for the member of staff; refuses with WRONG_STATUS what cannot be decided.
 */
export async function reviewByStaff(
  call: StaffCall & PaymentContext,
  conversationId: string,
  outcome: ReviewOutcome,
  audit: StaffAct,
  beside: readonly FurtherStep[],
): Promise<string> {
  const isKept = outcome === 'KEEP';
  const result = await decideManually(
    call,
    conversationId,
    reviewDecision(isKept ? 'KEEP' : 'GIVE_BACK', call.now),
    async (c, sentence, eventId) => {
      const kind = reviewKindOf(isKept);
      const rule = c.reasonCode ?? 'REPORTED';
      return {
        audit: deskAudit(call, audit, sentence),
        ...(await decisionOn(
          call,
          c,
          { kind, ...wordsOfAct(audit), rule, eventId },
          reviewFactsOf(c, isKept),
          beside,
        )),
      };
    },
    call.sessionUser.id,
  );
  await refuseUndecided(call, result);
  if (isKept) return staff.PAYMENT_KEPT;
  return result?.is === 'done' && result.isRefundPending ? staff.REFUND_PENDING : staff.REFUNDED;
}

/** The kind of a decision about a payment in review. */
export const reviewKindOf = (isKept: boolean) =>
  isKept ? ('REVIEW_KEPT' as const) : ('REVIEW_REFUNDED' as const);

/** What such a decision is about, in the words of each side. */
export const reviewFactsOf = (c: Conversation, isKept: boolean) => ({
  sender: isKept ? keptFacts(c) : refundedFacts(c),
  recipient: reviewedFacts(c, isKept),
});
