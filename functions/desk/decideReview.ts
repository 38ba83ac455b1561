import { decideReview } from '#shared/api/desk.ts';
import { Refusal } from '#shared/refusals.ts';
import { review } from '#shared/rules/conversations/manual-refunds.ts';
import { isDangerReason } from '#shared/rules/desk/harm.ts';
import { payments } from '../gateways/payments.ts';
import { serve } from '../serve.ts';
import { conversationById } from '../storage/conversations/conversations.ts';
import { requireNoOpenCase } from '../storage/desk/moved-money.ts';
import { conversationKey } from '../storage/keys.ts';
import { sidesOf } from './case-views.ts';
import { refusePeople } from './concerns.ts';
import { refuseObstacle, unseenObstacle } from './desk-context.ts';
import { aloneOrProposed, propose, refuseUnallowed, reviewProposal } from './refund-proposals.ts';
import { reviewByStaff } from './reviews.ts';

/** Decides about the payment of a reported message. Both sides get a statement. */
export const handler = serve(
  decideReview,
  async ({ conversationId, outcome, reason }, call) => {
    const { table, now } = call;
    const found = await conversationById(table, conversationId, now);
    if (!found) throw new Refusal('NOT_FOUND');
    await refusePeople(call, sidesOf(found));
    if (isDangerReason(found.reasonCode))
      refuseObstacle(await unseenObstacle(call, conversationId));
    const audit = { operation: 'decideReview', about: conversationId, reason };
    const moved = { subjectId: conversationId, amount: found.price };
    const message = await aloneOrProposed(
      call,
      moved,
      (steps) =>
        reviewByStaff(call, conversationId, outcome, audit, [
          ...steps,
          requireNoOpenCase(conversationId),
        ]),
      async () => {
        const decision = outcome === 'KEEP' ? 'KEEP' : 'GIVE_BACK';
        refuseUnallowed(review(found, decision, call.now));
        return (await propose(call, reviewProposal(found, outcome), audit)).message;
      },
    );
    return { data: [{ message }] };
  },
  { readAhead: ({ conversationId }) => [conversationKey(conversationId)], gives: { payments } },
);
