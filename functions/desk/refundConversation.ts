import { refundConversation } from '../../shared/api/desk.ts';
import { Refusal } from '../../shared/refusals.ts';
import { serve } from '../serve.ts';
import { conversationById } from '../storage/conversations/conversations.ts';
import { conversationKey } from '../storage/keys.ts';
import { sidesOf } from './case-views.ts';
import { refusePeople } from './concerns.ts';
import { refundAloneOf } from './desk-context.ts';
import { refundDecision } from './manual-decisions.ts';
import { refundReasonOf } from './proposal-words.ts';
import { proposeRefund } from './refund-proposals.ts';
import { refundByStaff } from './staff-refunds.ts';

/** Refunds a message to its sender, or proposes it to a second person if the amount is large. docs/product/desk.md#refunds */
export const handler = serve(
  refundConversation,
  async ({ conversationId, bearer, reason }, call) => {
    const { table, now, settings } = call;
    const found = await conversationById(table, conversationId, now);
    if (!found) throw new Refusal('NOT_FOUND');
    await refusePeople(call, sidesOf(found));
    const audit = { operation: 'refundConversation', about: conversationId, reason };
    if (found.price > refundAloneOf(settings)) {
      const subject = { type: 'CONVERSATION', id: conversationId } as const;
      const proposal = { subject, reason: refundReasonOf(bearer) };
      const ruling = await refundDecision(call, bearer).rule(found);
      return { data: [await proposeRefund(call, found, ruling, proposal, audit)] };
    }
    const message = await refundByStaff(call, conversationId, bearer, audit);
    return { data: [{ message, caseId: null }] };
  },
  { readAhead: ({ conversationId }) => [conversationKey(conversationId)] },
);
