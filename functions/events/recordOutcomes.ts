import { subscribers } from '../../shared/api/subscribers.ts';
import { serveSubscriber } from '../serve-work.ts';
import { recordOutcome } from '../storage/profiles/odds.ts';

/** Records how an order ended, for the odds on the recipient's profile (docs/product/profiles.md#odds). */
export const handler = serveSubscriber(subscribers.recordOutcomes, ({ detail }, { table, now }) =>
  recordOutcome(table, detail.recipientId, detail.conversationId, now),
);
