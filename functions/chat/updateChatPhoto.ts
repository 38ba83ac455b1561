import { updateChatPhoto } from '#shared/api/groups.ts';
import { chatPictures } from '../gateways/media.ts';
import { keyAhead } from '../idempotency.ts';
import { serve } from '../serve.ts';
import { roomKey } from '../storage/keys.ts';
import { chatView } from './chat-views.ts';
import { changePhoto } from './group-photo.ts';

/** Sets the photo of a group of the caller (docs/product/chat.md#groups). */
export const handler = serve(
  updateChatPhoto,
  async (input, call) => {
    const { userId } = call.caller;
    return {
      data: [chatView(await changePhoto(call, userId, input, call.keyed), userId, undefined)],
    };
  },
  {
    readAhead: ({ chatId }, { callerId, key }) => [roomKey(chatId), ...keyAhead(callerId, key)],
    gives: { chatPictures },
  },
);
