import { createSavedReply } from '#shared/api/saved-replies.ts';
import { invalidInput } from '#shared/refusals.ts';
import {
  savedReplyText,
  TOO_MANY_SAVED_REPLIES,
} from '#shared/rules/conversations/saved-replies.ts';
import { cleanMessage } from '../html.ts';
import { onceForKey } from '../idempotency.ts';
import { serve } from '../serve.ts';
import { addSavedReply, type SavedReply } from '../storage/conversations/saved-replies.ts';

/** Saves a reply for the caller. */
export const handler = serve(createSavedReply, async ({ title, text }, call) => {
  const content = { title, text: cleanMessage(text, savedReplyText, 'text') };
  const add = () => addSavedReply(call.table, call.caller.userId, content, call.keyed, call.now);
  const added = await onceForKey<SavedReply | 'FULL'>(call, call.keyed, add, JSON.parse);
  if (added === 'FULL') throw invalidInput({ title: TOO_MANY_SAVED_REPLIES });
  return { data: [added] };
});
