import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { POLL_SLOWEST } from '#shared/rules/chat/polling.ts';
import { call } from '../../api/client.ts';
import { usePollInterval } from '../../api/is-live.ts';
import { invalidate, queryClient } from '../../api/queries.ts';
import { paths } from '../../paths.ts';

const KEY = ['unreadChats'] as const;

type Counted = { readonly unread: number };

/**
 * The number of unread messages in the most recently active chats. Refetched when the app is opened or gets the
 * focus, when a chat is left, and at the interval of a quiet chat; not with each message. Users without a plan have
 * none.
 */
export function useUnreadChats(isMember: boolean): number {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    const leftChat = before.current !== pathname && before.current.startsWith(paths.chatViewer(''));
    before.current = pathname;
    if (leftChat) void refreshUnreadChats();
  }, [pathname]);
  const { data = 0 } = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => {
      const { viewChatList } = await import('#shared/api/chat.ts');
      return unreadIn((await call(viewChatList, {}, { signal })).data);
    },
    enabled: isMember,
    staleTime: 30_000,
    refetchInterval: usePollInterval(POLL_SLOWEST),
  });
  return isMember ? data : 0;
}

/** Asks for that number again. */
export const refreshUnreadChats = (): Promise<void> => invalidate({ queryKey: KEY });

/** Updates that number from a list of chats that another screen has loaded. */
export function setUnreadChats(chats: readonly Counted[]): void {
  void queryClient.cancelQueries({ queryKey: KEY });
  queryClient.setQueryData(KEY, unreadIn(chats));
}

const unreadIn = (chats: readonly Counted[]) => chats.reduce((sum, { unread }) => sum + unread, 0);
