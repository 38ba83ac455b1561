import { refundConversation } from '#shared/api/desk.ts';
import { minus } from '#shared/money.ts';
import { Refusal } from '#shared/refusals.ts';
import { givenBackBefore } from '#shared/rules/conversations/part-refunds.ts';
import { payments } from '../gateways/payments.ts';
import { serve } from '../serve.ts';
import { conversationById } from '../storage/conversations/conversations.ts';
import { requireNoOpenCase } from '../storage/desk/moved-money.ts';
import { conversationKey } from '../storage/keys.ts';
import { sidesOf } from './case-views.ts';
import { refusePeople } from './concerns.ts';
import { refundDecision } from './manual-decisions.ts';
import { aloneOrProposed, propose, refundProposal, refuseUnallowed } from './refund-proposals.ts';
import { refundByStaff } from './staff-refunds.ts';

/** Refunds a message to its sender, or proposes it to a second person if the amount is large. docs/product/desk.md#refunds */
export const handler = serve(
  refundConversation,
  async ({ conversationId, bearer, reason }, call) => {
    const { table, now } = call;
    const found = await conversationById(table, conversationId, now);
    if (!found) throw new Refusal('NOT_FOUND');
    await refusePeople(call, sidesOf(found));
    const before = givenBackBefore(found);
    const audit = { operation: 'refundConversation', about: conversationId, reason };
    const result = await aloneOrProposed<{ message: string; caseId: string | null }>(
      call,
      { subjectId: conversationId, amount: minus(found.price, before), before },
      async (steps) => ({
        message: await refundByStaff(call, conversationId, bearer, audit, [
          ...steps,
          requireNoOpenCase(conversationId),
        ]),
        caseId: null,
      }),
      async () => {
        refuseUnallowed(await refundDecision(call, bearer).rule(found));
        return propose(call, refundProposal(found, bearer), audit);
      },
    );
    return { data: [result] };
  },
  { readAhead: ({ conversationId }) => [conversationKey(conversationId)], gives: { payments } },
);
