import { viewChatList } from '../../shared/api/chat.ts';
import { serve } from '../serve.ts';
import { chatsPage } from './chat-views.ts';

/** The caller's chats, the last active first. */
export const handler = serve(viewChatList, (paging, { table, caller, now }) =>
  chatsPage(table, caller.userId, paging, now),
);
