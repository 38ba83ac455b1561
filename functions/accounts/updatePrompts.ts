import { updatePrompts } from '#shared/api/prompts.ts';
import { Refusal } from '#shared/refusals.ts';
import { serve } from '../serve.ts';
import { savePrompts } from '../storage/accounts/users.ts';

/** Replaces the questions that the caller asks senders. Messages that were sent keep theirs. */
export const handler = serve(updatePrompts, async ({ prompts }, { table, caller }) => {
  if ((await savePrompts(table, caller.userId, prompts)) === 'GONE') throw new Refusal('NOT_FOUND');
  return {};
});
