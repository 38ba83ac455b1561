import { viewSavedReplies } from '#shared/api/saved-replies.ts';
import { serve } from '../serve.ts';
import { savedRepliesOf } from '../storage/conversations/saved-replies.ts';

/** Returns the caller's saved replies, the oldest first. */
export const handler = serve(viewSavedReplies, async (_input, { table, caller }) => ({
  data: [...(await savedRepliesOf(table, caller.userId))],
}));
