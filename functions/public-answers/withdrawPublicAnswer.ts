import { withdrawPublicAnswer } from '#shared/api/public-answers.ts';
import { withdraw } from '#shared/rules/public-answers/public-answers.ts';
import { serve } from '../serve.ts';
import { conversationKey } from '../storage/keys.ts';
import { actOnProposal, allowed } from './proposals.ts';

/** Withdraws a public answer for either side, or a proposal for its author. docs/product/public-answers.md#withdrawing */
export const handler = serve(
  withdrawPublicAnswer,
  async ({ conversationId }, { table, caller, now }) => {
    const call = { conversationId, userId: caller.userId };
    await actOnProposal({ table, now }, call, (current, side) => {
      if (current.publicAnswer?.state === 'WITHDRAWN') return undefined;
      return withdraw(current, allowed(current, 'withdraw', side, now), side, now);
    });
    return {};
  },
  { readAhead: ({ conversationId }) => [conversationKey(conversationId)] },
);
