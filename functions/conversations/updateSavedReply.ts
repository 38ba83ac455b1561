import { updateSavedReply } from '#shared/api/saved-replies.ts';
import { Refusal } from '#shared/refusals.ts';
import { savedReplyText } from '#shared/rules/conversations/saved-replies.ts';
import { cleanMessage } from '../html.ts';
import { serve } from '../serve.ts';
import { changeSavedReply } from '../storage/conversations/saved-replies.ts';

/** Changes one of the caller's saved replies. */
export const handler = serve(updateSavedReply, async (input, { table, caller }) => {
  const { savedReplyId: id, title } = input;
  const text = cleanMessage(input.text, savedReplyText, 'text');
  const changed = await changeSavedReply(table, caller.userId, { id, title, text });
  if (changed === 'GONE') throw new Refusal('NOT_FOUND');
  return { data: [changed] };
});
