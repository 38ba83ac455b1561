import { refundConversationPart } from '#shared/api/desk.ts';
import { lessThanLeft } from '#shared/messages/staff.ts';
import { minus } from '#shared/money.ts';
import { invalidInput, Refusal } from '#shared/refusals.ts';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import type { Part } from '#shared/rules/conversations/part-refunds.ts';
import { payments } from '../gateways/payments.ts';
import { serve } from '../serve.ts';
import { conversationById } from '../storage/conversations/conversations.ts';
import { requireNoOpenCase } from '../storage/desk/moved-money.ts';
import { conversationKey } from '../storage/keys.ts';
import { PART_REASON, partSubjectOf } from './case-decisions.ts';
import { sidesOf } from './case-views.ts';
import { refusePeople } from './concerns.ts';
import { partRefundDecision } from './manual-decisions.ts';
import { refundPartByStaff } from './part-refunds.ts';
import { aloneOrProposed, propose, refuseUnallowed } from './refund-proposals.ts';

/**
 * Refunds a part of an answered message to its sender, or proposes it to a second person if all parts together are large.
 * docs/product/desk.md#refunds
 */
export const handler = serve(
  refundConversationPart,
  async ({ conversationId, amount, givenBack, reason }, call) => {
    const { table, now, sessionUser } = call;
    const found = await conversationById(table, conversationId, now);
    if (!found) throw new Refusal('NOT_FOUND');
    await refusePeople(call, sidesOf(found));
    const part = { amount, givenBack };
    refuseAll(found, part);
    const audit = { operation: 'refundConversationPart', about: conversationId, reason };
    const result = await aloneOrProposed<{ message: string; caseId: string | null }>(
      call,
      { subjectId: conversationId, amount, before: givenBack },
      async (steps) => ({
        message: await refundPartByStaff(call, conversationId, part, audit, [
          ...steps,
          requireNoOpenCase(conversationId),
        ]),
        caseId: null,
      }),
      async () => {
        refuseUnallowed(await partRefundDecision(now, part, sessionUser.id).rule(found));
        const { id, recipient } = found;
        const subject = partSubjectOf(found);
        const proposal = { id, kind: 'REFUND', userId: recipient.id, subject, part } as const;
        return propose(call, { ...proposal, reason: PART_REASON }, audit);
      },
    );
    return { data: [result] };
  },
  { readAhead: ({ conversationId }) => [conversationKey(conversationId)], gives: { payments } },
);

/** Refuses an amount of all that is left, or more. The rules check that `givenBack` is correct. */
function refuseAll({ price }: Conversation, { amount, givenBack }: Part): void {
  const left = minus(price, givenBack);
  if (amount < left) return;
  throw invalidInput({
    amount: lessThanLeft(left),
  });
}
