import { searchChatMessages } from '#shared/api/chat-messages.ts';
import { hashKey } from '../gateways/secrets.ts';
import { serve } from '../serve.ts';
import { foundMessages } from './message-search.ts';
import { withPictureAddresses } from './picture-addresses.ts';

/** Searches the messages of a chat, newest first. */
export const handler = serve(
  searchChatMessages,
  async (input, { table, caller, now }) => {
    const found = await foundMessages(table, input, caller.userId, now);
    return { ...found, data: await withPictureAddresses(found.data, caller.userId, now) };
  },
  { gives: { hashKey } },
);
