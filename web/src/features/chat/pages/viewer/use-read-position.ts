import { useEffect, useRef, useState } from 'react';
import { viewChatList } from '#shared/api/chat.ts';
import { createChatRead } from '#shared/api/chat-messages.ts';
import { call } from '#web/api/client.ts';
import { refresh } from '#web/api/queries.ts';
import type { Room } from '../../room.ts';

/** Reports the newest message in view as read, once for each, while the page is visible. */
export function useReadPosition(viewerId: string, room: Room | undefined, seen: number): void {
  const told = useRef(0);
  const shown = useShown();
  const message = room?.messages.findLast(({ number }) => number === seen);
  const known = room?.reads[viewerId] ?? 0;
  // Writing a message marks the earlier ones as read, so that is not reported again.
  const unread =
    message && message.userId !== viewerId && message.number > known ? message : undefined;
  const id = unread?.id;
  const number = unread?.number ?? 0;
  useEffect(() => {
    if (!shown || id === undefined || number <= told.current) return;
    const before = told.current;
    told.current = number;
    call(createChatRead, { chatMessageId: id }).then(
      () => refresh(viewChatList),
      () => {
        // The report failed: the next message in view is reported in any case.
        told.current = before;
      },
    );
  }, [shown, id, number]);
}

function useShown(): boolean {
  const [shown, setShown] = useState(() => document.visibilityState === 'visible');
  useEffect(() => {
    const look = () => setShown(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return shown;
}
