import { viewChatMessages } from '#shared/api/chat-messages.ts';
import { hashKey } from '../gateways/secrets.ts';
import { serve } from '../serve.ts';
import { messagesPage } from './chat-views.ts';
import { withPictureAddresses } from './picture-addresses.ts';

/** Returns the messages of a chat, newest first. */
export const handler = serve(
  viewChatMessages,
  async (input, { table, caller, now }) => {
    const page = await messagesPage(table, input, caller.userId, now);
    return { ...page, data: await withPictureAddresses(page.data, caller.userId, now) };
  },
  { gives: { hashKey } },
);
