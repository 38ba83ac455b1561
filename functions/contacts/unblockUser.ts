import { unblockUser } from '#shared/api/blocks.ts';
import { serve } from '../serve.ts';
import { endBlock } from '../storage/contacts/contact-transitions.ts';

/** Ends a block. Succeeds if there is none. */
export const handler = serve(unblockUser, async (input, { table, caller }) => {
  await endBlock(table, caller.userId, input.userId);
  return {};
});
