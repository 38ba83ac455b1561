import { viewChatList } from '../../../../../../shared/api/chat.ts';
import { call } from '../../../../api/client.ts';
import { pagedQuery, queryClient, refresh } from '../../../../api/queries.ts';
import { CHAT_LIST } from '../../../../api/requested-polls.ts';
import { setUnreadChats } from '../../../notifications/unread-chats.ts';
import { usePoller } from '../../use-poller.ts';
import { type ChatPage, sameChats } from './chat-list.ts';

/** Polls the list of chats as often as an open chat. `ready`: the list has loaded once. */
export function useChatListPolling(ready: boolean) {
  return usePoller(readNews, { topic: CHAT_LIST, ready, old: false });
}

/** Loads the newest chats and returns whether anything changed. */
async function readNews(signal: AbortSignal): Promise<boolean> {
  const { queryKey } = pagedQuery(viewChatList, {});
  const newest: ChatPage = await call(viewChatList, {}, { signal });
  setUnreadChats(newest.data);
  const kept = queryClient.getQueryData(queryKey);
  if (!kept || sameChats(kept.pages[0], newest)) return false;
  // Chats pushed off the first page are on the next one, so all pages reload.
  if (kept.pages.length > 1) await refresh(viewChatList);
  else queryClient.setQueryData(queryKey, { ...kept, pages: [newest] });
  return true;
}
