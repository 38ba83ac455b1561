import { decideReview } from '../../shared/api/desk.ts';
import { Refusal } from '../../shared/refusals.ts';
import { isDangerReason } from '../../shared/rules/desk/reports.ts';
import {
  keptFacts,
  refundedFacts,
  reviewedFacts,
} from '../../shared/rules/desk/statement-words.ts';
import { serve } from '../serve.ts';
import { conversationById } from '../storage/conversations/conversations.ts';
import { conversationKey } from '../storage/keys.ts';
import { sidesOf } from './case-views.ts';
import { refusePeople } from './concerns.ts';
import { deskAudit, refuseObstacle, unseenObstacle } from './desk-context.ts';
import { decideManually, REFUND_PENDING, reviewDecision } from './manual-decisions.ts';
import { decisionOn, refuseUndecided } from './staff-refunds.ts';

/** Decides about the payment of a reported message. Both sides get a statement. */
export const handler = serve(
  decideReview,
  async ({ conversationId, outcome, reason }, call) => {
    const { table, now, sessionUser } = call;
    const found = await conversationById(table, conversationId, now);
    if (!found) throw new Refusal('NOT_FOUND');
    await refusePeople(call, sidesOf(found));
    if (isDangerReason(found.reasonCode))
      refuseObstacle(await unseenObstacle(call, conversationId));
    const isKept = outcome === 'KEEP';
    const audit = { operation: 'decideReview', about: conversationId, reason };
    const result = await decideManually(
      call,
      conversationId,
      reviewDecision(isKept ? 'KEEP' : 'GIVE_BACK', now),
      async (c, sentence) => {
        const kind = isKept ? 'REVIEW_KEPT' : 'REVIEW_REFUNDED';
        const facts = {
          sender: isKept ? keptFacts(c) : refundedFacts(c),
          recipient: reviewedFacts(c, isKept),
        };
        const decided = { kind, reason, rule: c.reasonCode ?? 'REPORTED' } as const;
        return {
          audit: deskAudit(call, audit, sentence),
          ...(await decisionOn(call, c, decided, facts)),
        };
      },
      sessionUser.id,
    );
    await refuseUndecided(call, result);
    const isPending = result?.is === 'done' && result.isRefundPending;
    const done = isKept
      ? 'The payment is kept. The sender and whoever reported it read the reason.'
      : REFUNDED;
    return { data: [{ message: isPending && !isKept ? REFUND_PENDING : done }] };
  },
  { readAhead: ({ conversationId }) => [conversationKey(conversationId)] },
);

const REFUNDED = 'The sender is refunded.';
