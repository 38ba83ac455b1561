import { decideReview } from '../../shared/api/desk.ts';
import { Refusal } from '../../shared/refusals.ts';
import type { Conversation } from '../../shared/rules/conversations/conversations.ts';
import { obstacleTo } from '../../shared/rules/desk/obstacles.ts';
import { keptFacts } from '../../shared/rules/desk/statement-words.ts';
import { serve } from '../serve.ts';
import { conversationById } from '../storage/conversations/conversations.ts';
import { sidesOf } from './case-views.ts';
import { deskAudit, refuseObstacle, type StaffCall } from './desk-context.ts';
import { decideManually, REFUND_PENDING, reviewDecision } from './manual-decisions.ts';
import { refuseUndecided } from './staff-refunds.ts';
import { statementSteps } from './statement-steps.ts';

/** Decides about the payment of a reported message. Its sender gets a statement if it is kept. */
export const handler = serve(decideReview, async ({ conversationId, outcome, reason }, call) => {
  const { table, now, sessionUser } = call;
  const found = await conversationById(table, conversationId, now);
  if (!found) throw new Refusal('NOT_FOUND');
  refuseObstacle(obstacleTo(sessionUser.id, sidesOf(found)));
  const isKept = outcome === 'KEEP';
  const audit = { operation: 'decideReview', about: conversationId, reason };
  const result = await decideManually(
    call,
    conversationId,
    reviewDecision(isKept ? 'KEEP' : 'GIVE_BACK', now),
    (c, sentence) => ({
      audit: deskAudit(call, audit, sentence),
      ...(isKept && { beside: keptSteps(call, c, reason) }),
    }),
    sessionUser.id,
  );
  await refuseUndecided(call, result);
  const isPending = result?.is === 'done' && result.isRefundPending;
  const done = isKept
    ? 'The payment is kept. The sender gets a statement of the reasons.'
    : REFUNDED;
  return { data: [{ message: isPending && !isKept ? REFUND_PENDING : done }] };
});

const REFUNDED = 'The sender is refunded.';

const keptSteps = ({ now }: StaffCall, c: Conversation, reason: string) =>
  statementSteps(
    {
      ...{ userId: c.sender.id, deed: 'PAYMENT_KEPT', reason },
      ...{ facts: keptFacts(c.price, c.paidAt), rule: c.reasonCode ?? 'REPORTED' },
    },
    now,
  );
