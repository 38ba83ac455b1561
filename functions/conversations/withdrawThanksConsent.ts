import { withdrawThanksConsent } from '#shared/api/thanks.ts';
import { Refusal } from '#shared/refusals.ts';
import { withoutConsent } from '#shared/rules/conversations/thanks.ts';
import { serve } from '../serve.ts';
import { changeConversation } from '../storage/conversations/conversations.ts';
import { conversationKey } from '../storage/keys.ts';
import { participantOf } from './participant.ts';

/** Withdraws the consent to show what the sender of an order said in thanks (docs/product/conversations.md#thanks). */
export const handler = serve(
  withdrawThanksConsent,
  async ({ orderId }, { table, caller, now }) => {
    const found = await changeConversation(table, orderId, now, (current) => {
      const { side } = participantOf(current, caller.userId, now);
      if (side !== 'sender') throw new Refusal('FORBIDDEN');
      return withoutConsent(current);
    });
    if (!found) throw new Refusal('NOT_FOUND');
    return {};
  },
  { readAhead: ({ orderId }) => [conversationKey(orderId)] },
);
