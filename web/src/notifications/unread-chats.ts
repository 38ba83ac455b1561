import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { viewChatList } from '../../../shared/api/chat.ts';
import { call } from '../api/client.ts';
import { queryClient } from '../api/queries.ts';
import { paths } from '../paths.ts';

const KEY = ['unreadChats'] as const;

/**
 * How many chat messages wait to be read, in the chats that were active last: asked when the app is opened or looked at
 * again, and when a chat was left, not with each message. Nobody without a plan has any.
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
    queryFn: async ({ signal }) => {
      const { data: chats } = await call(viewChatList, {}, { signal });
      return chats.reduce((sum, { unread }) => sum + unread, 0);
    },
    enabled: isMember,
    staleTime: 30_000,
  });
  return isMember ? data : 0;
}
