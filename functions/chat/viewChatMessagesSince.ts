import { viewChatMessagesSince } from '#shared/api/chat-messages.ts';
import { hashKey } from '../gateways/secrets.ts';
import { serve } from '../serve.ts';
import { newMessagesFor } from './chat-views.ts';
import { withPictureAddresses } from './picture-addresses.ts';

/** Returns the messages since a given time. The web app polls it while a chat is open (docs/product/chat.md#polling). */
export const handler = serve(
  viewChatMessagesSince,
  async (input, { table, caller, now }) => {
    const found = await newMessagesFor(table, input, caller.userId, now);
    const addressed = (views: typeof found.data) => withPictureAddresses(views, caller.userId, now);
    const [data, changed] = await Promise.all([addressed(found.data), addressed(found.changed)]);
    return { ...found, data, changed };
  },
  { gives: { hashKey } },
);
