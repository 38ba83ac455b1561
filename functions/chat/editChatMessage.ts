import { editChatMessage } from '#shared/api/chat-messages.ts';
import { live } from '../gateways/live.ts';
import { hashKey } from '../gateways/secrets.ts';
import { serve } from '../serve.ts';
import { editOwn } from './message-changes.ts';
import { withPictureAddresses } from './picture-addresses.ts';

/** Replaces the text of the caller's own message. docs/product/chat.md#changes */
export const handler = serve(
  editChatMessage,
  async (input, call) => ({
    data: await withPictureAddresses(
      [await editOwn(call, call.caller.userId, input)],
      call.caller.userId,
      call.now,
    ),
  }),
  { gives: { live, hashKey } },
);
