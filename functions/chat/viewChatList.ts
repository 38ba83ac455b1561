import { viewChatList } from '#shared/api/chat.ts';
import { serve } from '../serve.ts';
import { chatsPage } from './chat-views.ts';

/** Returns the caller's chats, the most recently active first. */
export const handler = serve(viewChatList, (paging, { table, caller, now }) =>
  chatsPage(table, caller.userId, paging, now),
);
