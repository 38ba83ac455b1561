import { subscribers } from '#shared/api/subscribers.ts';
import { serveSubscriber } from '../serve-work.ts';
import { countOrder } from '../storage/profiles/reliability.ts';

/** Counts how an order ended, for the figures of the whole platform (docs/product/reliability.md). */
export const handler = serveSubscriber(subscribers.countReliability, ({ detail }, { table, now }) =>
  countOrder(table, detail.conversationId, now),
);
