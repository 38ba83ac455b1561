import { signAnswer } from '#shared/api/verifications.ts';
import { serve } from '../serve.ts';
import { messageView } from './conversation-views.ts';
import { signAnswer as sign } from './sign-answer.ts';

/** Signs the caller's own paid answer with a passkey (docs/product/conversations.md#signing-an-answer). */
export const handler = serve(signAnswer, async (input, call) => {
  const { inboxId: conversationId, messageId, ...response } = input;
  const { userId } = call.caller;
  const signed = await sign(call, { conversationId, messageId, userId, response });
  return { data: [messageView(signed.message, signed.conversation)] };
});
