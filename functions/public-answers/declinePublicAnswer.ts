import { declinePublicAnswer } from '#shared/api/public-answers.ts';
import { decline } from '#shared/rules/public-answers/public-answers.ts';
import { serve } from '../serve.ts';
import { conversationKey } from '../storage/keys.ts';
import { actOnProposal, allowed } from './proposals.ts';

/** Keeps the letter private, for its sender. docs/product/public-answers.md#the-answer-of-the-sender */
export const handler = serve(
  declinePublicAnswer,
  async ({ orderId }, { table, caller, now }) => {
    const call = { conversationId: orderId, userId: caller.userId };
    await actOnProposal({ table, now }, call, (current, side) => {
      if (current.publicAnswer?.state === 'DECLINED' && side === 'sender') return undefined;
      return decline(current, allowed(current, 'decline', side, now), now);
    });
    return {};
  },
  { readAhead: ({ orderId }) => [conversationKey(orderId)] },
);
