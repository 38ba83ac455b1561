import { agreeToPublicAnswer } from '#shared/api/public-answers.ts';
import { agree } from '#shared/rules/public-answers/public-answers.ts';
import { serve } from '../serve.ts';
import { conversationKey } from '../storage/keys.ts';
import { actOnProposal, allowed, requireAgreement } from './proposals.ts';

/** Agrees to the version that was read, which makes it public. docs/product/public-answers.md#the-answer-of-the-sender */
export const handler = serve(
  agreeToPublicAnswer,
  async ({ conversationId, version }, { table, caller, now }) => {
    const call = { conversationId, userId: caller.userId };
    await actOnProposal({ table, now }, call, async (current, side) => {
      const { publicAnswer } = current;
      // A repeated call succeeds.
      if (publicAnswer?.state === 'PUBLIC' && publicAnswer.version === version) return undefined;
      const proposal = allowed(current, 'agree', side, now);
      await requireAgreement({ table, now }, current, proposal, version);
      return { ...agree(current, proposal, now), needsBoth: true };
    });
    return {};
  },
  { readAhead: ({ conversationId }) => [conversationKey(conversationId)] },
);
