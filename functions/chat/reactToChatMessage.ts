import { reactToChatMessage } from '#shared/api/chat-messages.ts';
import { live } from '../gateways/live.ts';
import { hashKey } from '../gateways/secrets.ts';
import { serve } from '../serve.ts';
import { react } from './message-changes.ts';
import { withPictureAddresses } from './picture-addresses.ts';

/** Sets or removes the caller's reaction to a message. docs/product/chat.md#changes */
export const handler = serve(
  reactToChatMessage,
  async (input, call) => ({
    data: await withPictureAddresses(
      [await react(call, call.caller.userId, input)],
      call.caller.userId,
      call.now,
    ),
  }),
  { gives: { live, hashKey } },
);
