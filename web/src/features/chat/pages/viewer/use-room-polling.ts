import { useEffect, useEffectEvent } from 'react';
import { viewChat } from '#shared/api/chat.ts';
import { isRefusal } from '#web/api/client.ts';
import { refresh } from '#web/api/queries.ts';
import type { ChatMessage } from '../../room.ts';
import { followHintedMessages, readNews } from '../../room-query.ts';
import { type PollerOptions, usePoller } from '../../use-poller.ts';

export type PollingOptions = Omit<PollerOptions, 'topic'> & {
  /** Called with messages that were not loaded yet, including the viewer's own. */
  onNews: (messages: readonly ChatMessage[]) => void;
};

/** Polls for new messages while the chat is open and the page visible, or gets them by hints. */
export function useRoomPolling(chatId: string, { onNews, ...options }: PollingOptions) {
  const hear = useEffectEvent(onNews);
  useEffect(() => followHintedMessages(chatId, (messages) => hear(messages)), [chatId]);
  return usePoller(
    async (signal) => {
      try {
        const unknown = await readNews(chatId, signal);
        if (unknown.length > 0) onNews(unknown);
        return unknown.length > 0;
      } catch (error) {
        // The viewer is no longer in the chat: reloading it makes the screen show that.
        if (isRefusal(error, 'NOT_FOUND', 'PLAN_REQUIRED')) void refresh(viewChat);
        throw error;
      }
    },
    { ...options, topic: chatId },
  );
}
