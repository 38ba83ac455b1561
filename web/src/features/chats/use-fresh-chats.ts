import { viewChatList } from '../../../../shared/api/chat.ts';
import { call } from '../../api/client.ts';
import { pagedQuery, queryClient, refresh } from '../../api/queries.ts';
import { usePoller } from '../../chats/use-poller.ts';
import { noteUnreadChats } from '../../notifications/unread-chats.ts';
import { type ChatPage, sameChats } from './chat-list.ts';

/** Keeps the list of chats as it is on the server, in the rhythm of an open chat. `ready`: it was read once. */
export function useFreshChats(ready: boolean) {
  return usePoller(readNews, { ready, old: false });
}

/** Reads the newest chats and says whether anything about them is new. */
async function readNews(signal: AbortSignal): Promise<boolean> {
  const { queryKey } = pagedQuery(viewChatList, {});
  const newest: ChatPage = await call(viewChatList, {}, { signal });
  noteUnreadChats(newest.data);
  const kept = queryClient.getQueryData(queryKey);
  if (!kept || sameChats(kept.pages[0], newest)) return false;
  // What was pushed off the newest page is on the next one, which has to be read again too.
  if (kept.pages.length > 1) await refresh(viewChatList);
  else queryClient.setQueryData(queryKey, { ...kept, pages: [newest] });
  return true;
}
