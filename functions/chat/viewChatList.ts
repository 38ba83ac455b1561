import { viewChatList } from '../../shared/api/chat.ts';
import { chatsPage } from '../flows/chat-views.ts';
import { serve } from '../serve.ts';

/** The caller's chats, the last active first. */
export const handler = serve(viewChatList, (paging, { table, caller, now }) =>
  chatsPage(table, caller.userId, paging, now),
);
