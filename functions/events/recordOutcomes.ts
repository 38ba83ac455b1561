import { subscribers } from '#shared/api/subscribers.ts';
import { serveSubscriber } from '../serve-work.ts';
import { recordOutcome } from '../storage/profiles/odds.ts';
import { updateSearchIndex, writeIndexUpdate } from '../storage/search/search-index.ts';

/**
 * Records how an order ended, for the odds on the recipient's profile (docs/product/profiles.md#odds), and then their place when
 * people browse, which follows from them.
 */
export const handler = serveSubscriber(
  subscribers.recordOutcomes,
  async ({ detail }, work) => {
    const { recipientId, conversationId } = detail;
    await recordOutcome(work.table, recipientId, conversationId, work.now);
    await updateSearchIndex(work, recipientId, work.now);
  },
  { gives: { writeIndexUpdate: (table) => (indexUpdate) => writeIndexUpdate(table, indexUpdate) } },
);
