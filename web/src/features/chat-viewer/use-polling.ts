import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { viewChat } from '../../../../shared/api/chat.ts';
import { isRefusal } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { Poller } from './poller.ts';
import type { ChatMessage } from './room.ts';
import { readNews } from './room-query.ts';

const isLooking = () => document.visibilityState === 'visible' && navigator.onLine;

export type PollingOptions = {
  /** The messages are here; until then there is nothing to ask after. */
  ready: boolean;
  /** They were read some time ago: the first question is asked at once. */
  old: boolean;
  /** Told of messages nobody here had, the viewer's own included. */
  onNews: (messages: readonly ChatMessage[]) => void;
};

/** Looks for new messages while the chat is open and the page is looked at. */
export function usePolling(chatId: string, { ready, old, onNews }: PollingOptions) {
  const [stopped, setStopped] = useState(false);
  const poller = useRef<Poller>(undefined);
  const ask = useEffectEvent(async (signal: AbortSignal) => {
    try {
      const unknown = await readNews(chatId, signal);
      if (unknown.length > 0) onNews(unknown);
      return unknown.length > 0;
    } catch (error) {
      // The chat is not the viewer's any more: the screen has to hear of it, and knows what to do.
      if (isRefusal(error, 'NOT_FOUND', 'PLAN_REQUIRED')) void refresh(viewChat);
      throw error;
    }
  });
  const wasOld = useEffectEvent(() => old);
  useEffect(() => {
    if (!ready) return;
    const started: Poller = new Poller(ask, () => setStopped(started.polling.phase === 'stopped'));
    const look = () => started.tell(isLooking() ? 'returned' : 'left');
    started.start({ looking: isLooking(), atOnce: wasOld() });
    poller.current = started;
    document.addEventListener('visibilitychange', look);
    window.addEventListener('online', look);
    window.addEventListener('offline', look);
    return () => {
      started.stop();
      poller.current = undefined;
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('online', look);
      window.removeEventListener('offline', look);
    };
  }, [ready]);
  return {
    stopped,
    resume: () => poller.current?.tell('resume'),
    wrote: () => poller.current?.tell('wrote'),
  };
}
