import { confirmInboxPayment } from '#shared/api/conversation-payments.ts';
import { Refusal } from '#shared/refusals.ts';
import { payments } from '../gateways/payments.ts';
import { serve } from '../serve.ts';
import { conversationById } from '../storage/conversations/conversations.ts';
import { conversationKey } from '../storage/keys.ts';
import { conversationView, withCurrentProfiles } from './conversation-views.ts';
import { confirmPayment } from './payments.ts';

/**
 * Settles an order after the sender confirmed the payment with their bank, or undoes it. Repeating the call changes nothing.
 */
export const handler = serve(
  confirmInboxPayment,
  async ({ inboxId }, call) => {
    const begun = await conversationById(call.table, inboxId, call.now);
    if (begun?.sender.id !== call.caller.userId) throw new Refusal('NOT_FOUND');
    const conversation = await confirmPayment(call, begun);
    const present = await withCurrentProfiles(call.table, conversation, call.now);
    return { data: [conversationView(present, 'sender', call.now)] };
  },
  { readAhead: ({ inboxId }) => [conversationKey(inboxId)], gives: { payments } },
);
