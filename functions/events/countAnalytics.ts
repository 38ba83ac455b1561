import { subscribers } from '#shared/api/subscribers.ts';
import { serveSubscriber } from '../serve-work.ts';
import { countMessage } from '../storage/profiles/analytics.ts';

/** Counts a paid message, and what became of it, for its recipient (docs/product/analytics.md). */
export const handler = serveSubscriber(subscribers.countAnalytics, ({ detail }, { table, now }) =>
  countMessage(table, detail.conversationId, now),
);
