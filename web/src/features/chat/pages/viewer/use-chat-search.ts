import { infiniteQueryOptions } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { searchChatMessages } from '#shared/api/chat-messages.ts';
import { SEARCH_TEXT_MIN } from '#shared/rules/chat/chats.ts';
import { oneLine } from '#shared/rules/text.ts';
import { call } from '#web/api/client.ts';

/* The search in a chat: its text, and its results. docs/product/chat.md#search */

/** The pause in typing (ms) before a search. */
const PAUSE = 250;
/** How many calls are made at once to find the first match of a page. Each searches a megabyte. */
const CALLS_MAX = 5;

/** The messages of a chat with a text, page by page. */
export const chatSearchQuery = (chatId: string, searchText: string) =>
  infiniteQueryOptions({
    queryKey: ['chatSearch', chatId, searchText] as const,
    queryFn: ({ pageParam, signal }) => searchOn(chatId, searchText, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor }) => cursor,
    // The list does not change while it is read, and a new search finds new messages.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** Searches from a cursor until something is found, at most CALLS_MAX times. */
async function searchOn(
  chatId: string,
  searchText: string,
  from: string | undefined,
  signal: AbortSignal,
) {
  let cursor = from;
  for (let calls = 1; ; calls += 1) {
    const page = await call(searchChatMessages, { chatId, searchText, cursor }, { signal });
    cursor = page.cursor;
    if (page.data.length > 0 || cursor === undefined || calls === CALLS_MAX) return page;
  }
}

export type ChatSearchState = ReturnType<typeof useChatSearch>;

export function useChatSearch() {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [settled, setSettled] = useState('');
  /** Whether the results cover the messages, once there is a text. */
  const [isListed, setListed] = useState(true);
  const opener = useRef<Element>(null);
  const wanted = oneLine(text);
  useEffect(() => {
    const pause = setTimeout(() => setSettled(wanted), PAUSE);
    return () => clearTimeout(pause);
  }, [wanted]);
  return {
    isOpen,
    text,
    wanted,
    isLongEnough: wanted.length >= SEARCH_TEXT_MIN,
    /** Whether typing has paused, so that the search may run. */
    isSettled: settled === wanted,
    covers: isOpen && isListed && wanted !== '',
    /** Opens the search, and remembers the focused element, which gets the focus back afterwards. */
    open: () => {
      opener.current = document.activeElement;
      setOpen(true);
      setListed(true);
    },
    type: (next: string) => {
      setText(next);
      setListed(true);
    },
    /** Searches without waiting for a pause. */
    settle: () => {
      setSettled(wanted);
      setListed(true);
    },
    list: () => setListed(true),
    /** Shows the messages again; the text stays. */
    unlist: () => setListed(false),
    close: () => {
      setOpen(false);
      setText('');
      setSettled('');
      if (opener.current instanceof HTMLElement) opener.current.focus();
    },
  };
}
