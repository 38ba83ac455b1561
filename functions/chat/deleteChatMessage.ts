import { deleteChatMessage } from '#shared/api/chat-messages.ts';
import { live } from '../gateways/live.ts';
import { chatPictures } from '../gateways/media.ts';
import { hashKey } from '../gateways/secrets.ts';
import { serve } from '../serve.ts';
import { deleteOwn } from './message-changes.ts';

/** Deletes the caller's own message. docs/product/chat.md#changes */
export const handler = serve(
  deleteChatMessage,
  async (input, call) => ({
    data: [await deleteOwn(call, call.caller.userId, input)],
  }),
  { gives: { live, chatPictures, hashKey } },
);
