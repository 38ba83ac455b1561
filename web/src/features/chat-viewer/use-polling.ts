import { viewChat } from '../../../../shared/api/chat.ts';
import { isRefusal } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { type PollerOptions, usePoller } from '../../chats/use-poller.ts';
import type { ChatMessage } from './room.ts';
import { readNews } from './room-query.ts';

export type PollingOptions = PollerOptions & {
  /** Told of messages nobody here had, the viewer's own included. */
  onNews: (messages: readonly ChatMessage[]) => void;
};

/** Looks for new messages while the chat is open and the page is looked at. */
export function usePolling(chatId: string, { onNews, ...options }: PollingOptions) {
  return usePoller(async (signal) => {
    try {
      const unknown = await readNews(chatId, signal);
      if (unknown.length > 0) onNews(unknown);
      return unknown.length > 0;
    } catch (error) {
      // The chat is not the viewer's any more: the screen has to hear of it, and knows what to do.
      if (isRefusal(error, 'NOT_FOUND', 'PLAN_REQUIRED')) void refresh(viewChat);
      throw error;
    }
  }, options);
}
