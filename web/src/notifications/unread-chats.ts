import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { viewChatList } from '../../../shared/api/chat.ts';
import { POLL_SLOWEST } from '../../../shared/rules/chat/polling.ts';
import { call } from '../api/client.ts';
import { queryClient } from '../api/queries.ts';
import { paths } from '../paths.ts';

const KEY = ['unreadChats'] as const;

type Counted = { readonly unread: number };

/**
 * How many chat messages wait to be read, in the chats that were active last: asked when the app is opened or looked at
 * again, when a chat was left, and as seldom as a quiet chat is looked at; not with each message. Nobody without a plan
 * has any.
 */
export function useUnreadChats(isMember: boolean): number {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    const leftChat = before.current !== pathname && before.current.startsWith(paths.chatViewer(''));
    before.current = pathname;
    if (leftChat) void queryClient.invalidateQueries({ queryKey: KEY });
  }, [pathname]);
  const { data = 0 } = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => unreadIn((await call(viewChatList, {}, { signal })).data),
    enabled: isMember,
    staleTime: 30_000,
    refetchInterval: POLL_SLOWEST,
  });
  return isMember ? data : 0;
}

/** The same from a list of chats that another screen has just read. */
export function noteUnreadChats(chats: readonly Counted[]): void {
  void queryClient.cancelQueries({ queryKey: KEY });
  queryClient.setQueryData(KEY, unreadIn(chats));
}

const unreadIn = (chats: readonly Counted[]) => chats.reduce((sum, { unread }) => sum + unread, 0);
