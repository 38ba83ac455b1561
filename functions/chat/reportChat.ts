import { reportChat } from '../../shared/api/chat-reports.ts';
import { SUPPORT_USERNAME } from '../../shared/brand.ts';
import { serve } from '../serve.ts';
import { roomKey, usernameKey } from '../storage/keys.ts';
import { askSupport } from '../support/support-tickets.ts';
import { writeReport } from './chat-reports.ts';

/** Reports a chat, or a message in it, to support (docs/product/chat.md#reports). */
export const handler = serve(
  reportChat,
  async (input, call) => {
    const { table, caller, now, keyed } = call;
    const write = () => writeReport(table, input, caller.userId, now);
    await askSupport(call, { senderId: caller.userId }, write, keyed);
    return {};
  },
  { readAhead: ({ chatId }) => [usernameKey(SUPPORT_USERNAME), roomKey(chatId)] },
);
