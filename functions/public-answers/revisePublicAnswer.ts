import { revisePublicAnswer } from '#shared/api/public-answers.ts';
import { serve } from '../serve.ts';
import { conversationKey } from '../storage/keys.ts';
import { reviseCopy } from './proposals.ts';

/** Hides or rewords more, for the sender, who agrees to the new version. docs/product/public-answers.md#the-answer-of-the-sender */
export const handler = serve(
  revisePublicAnswer,
  async ({ orderId, ...copy }, { table, caller, now, keyed }) => {
    const call = { conversationId: orderId, userId: caller.userId, keyed };
    await reviseCopy({ table, now }, call, copy);
    return {};
  },
  { readAhead: ({ orderId }) => [conversationKey(orderId)] },
);
