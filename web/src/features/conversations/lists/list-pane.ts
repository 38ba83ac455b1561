import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { paths } from '../../../paths.ts';

/* On a wide screen a list stays beside the letter or the chat that is opened from it. docs/product/conversations.md#lists */

const WIDE = '(min-width: 62.5rem)';

const isWide = () => window.matchMedia?.(WIDE).matches ?? false;

function subscribe(listener: () => void): () => void {
  const wide = window.matchMedia?.(WIDE);
  wide?.addEventListener('change', listener);
  return () => wide?.removeEventListener('change', listener);
}

/** The list that is in the pane at this address; undefined for none. */
export function useListPane(): 'inbox' | 'orders' | 'chat' | undefined {
  const { pathname } = useLocation();
  const wide = useSyncExternalStore(subscribe, isWide, () => false);
  if (!wide) return undefined;
  if (pathname === paths.inbox() || pathname.startsWith(paths.inboxViewer(''))) return 'inbox';
  if (pathname === paths.orders() || pathname.startsWith(paths.orderViewer(''))) return 'orders';
  if (pathname === paths.chat() || pathname.startsWith(paths.chatViewer(''))) return 'chat';
  return undefined;
}
