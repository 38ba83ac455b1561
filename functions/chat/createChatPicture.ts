import { createChatPicture } from '#shared/api/chat-messages.ts';
import { chatPictures } from '../gateways/media.ts';
import { hashKey } from '../gateways/secrets.ts';
import { keyAhead } from '../idempotency.ts';
import { serve } from '../serve.ts';
import { roomKey } from '../storage/keys.ts';
import { sendPicture } from './chat-pictures.ts';
import { messageView } from './chat-views.ts';
import { withPictureAddresses } from './picture-addresses.ts';

/** Sends a picture to all members of a chat. docs/product/chat.md#pictures */
export const handler = serve(
  createChatPicture,
  async (input, call) => {
    const sent = await sendPicture(call, call.caller.userId, input, call.keyed);
    const views = [messageView(sent.message, sent.room)];
    return { data: await withPictureAddresses(views, call.caller.userId, call.now) };
  },
  {
    readAhead: ({ chatId }, { callerId, key }) => [roomKey(chatId), ...keyAhead(callerId, key)],
    gives: { chatPictures, hashKey },
  },
);
