import { deleteSavedReply } from '#shared/api/saved-replies.ts';
import { serve } from '../serve.ts';
import { removeSavedReply } from '../storage/conversations/saved-replies.ts';

/** Deletes one of the caller's saved replies. Succeeds if it does not exist or is not theirs. */
export const handler = serve(deleteSavedReply, async ({ savedReplyId }, { table, caller }) => {
  await removeSavedReply(table, caller.userId, savedReplyId);
  return {};
});
