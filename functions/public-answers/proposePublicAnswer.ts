import { proposePublicAnswer } from '#shared/api/public-answers.ts';
import { serve } from '../serve.ts';
import { conversationKey } from '../storage/keys.ts';
import { proposeCopy } from './proposals.ts';

/** Proposes to the sender that the answer becomes public, for its author. docs/product/public-answers.md#the-proposal */
export const handler = serve(
  proposePublicAnswer,
  async ({ inboxId, ...copy }, { table, caller, now, keyed }) => {
    const call = { conversationId: inboxId, userId: caller.userId, keyed };
    return { data: [{ publicAnswerId: await proposeCopy({ table, now }, call, copy) }] };
  },
  { readAhead: ({ inboxId }) => [conversationKey(inboxId)] },
);
