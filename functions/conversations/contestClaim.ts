import { contestClaim } from '#shared/api/claims.ts';
import { serve } from '../serve.ts';
import { conversationKey } from '../storage/keys.ts';
import { takeToDesk } from './claim-actions.ts';

/** Contests a claim for the recipient, so that the desk decides (docs/product/conversations.md#claims). */
export const handler = serve(
  contestClaim,
  async ({ inboxId: conversationId, text }, call) => {
    const { caller, keyed } = call;
    await takeToDesk(
      call,
      { conversationId, userId: caller.userId, action: 'contest', keyed },
      text,
    );
    return {};
  },
  { readAhead: ({ inboxId }) => [conversationKey(inboxId)] },
);
