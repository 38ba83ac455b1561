import { viewChatList } from '#shared/api/chat.ts';
import { call } from '#web/api/client.ts';
import { pagedQuery, queryClient, refresh } from '#web/api/queries.ts';
import { CHAT_LIST } from '#web/api/requested-polls.ts';
import { setUnreadChats } from '#web/features/notifications/unread-chats.ts';
import { usePoller } from '../../use-poller.ts';
import { type ChatPage, sameChats } from './chat-list.ts';

/** Polls the list of chats as often as an open chat. `ready`: the list has loaded once. */
export function useChatListPolling(ready: boolean) {
  return usePoller(readNews, { topic: CHAT_LIST, ready, old: false });
}

/** Loads the newest chats and returns whether anything changed. */
async function readNews(signal: AbortSignal): Promise<boolean> {
  const { queryKey } = pagedQuery(viewChatList, {});
  const before = queryClient.getQueryState(queryKey)?.dataUpdatedAt;
  const newest: ChatPage = await call(viewChatList, {}, { signal });
  const { data: kept, dataUpdatedAt, fetchStatus } = queryClient.getQueryState(queryKey) ?? {};
  const isSame = !kept || sameChats(kept.pages[0], newest);
  // A reload that ran at the same time may have loaded newer chats than this response, or older ones.
  const isAlone = fetchStatus === 'idle' && dataUpdatedAt === before;
  // Chats pushed off the first page are on the next one, so all pages reload.
  if (kept && !isSame) {
    if (kept.pages.length > 1 || !isAlone) await refresh(viewChatList);
    else queryClient.setQueryData(queryKey, { ...kept, pages: [newest] });
  }
  setUnreadChats(queryClient.getQueryData(queryKey)?.pages[0]?.data ?? newest.data);
  return !isSame;
}
