import { subscribers } from '#shared/api/subscribers.ts';
import { serveSubscriber } from '../serve-work.ts';
import { updateSearchIndex, writeIndexUpdate } from '../storage/search/search-index.ts';

/** Updates the search index and the lists of browsing with what a person can currently be found by. */
export const handler = serveSubscriber(
  subscribers.indexPeople,
  ({ detail }, work) => updateSearchIndex(work, detail.userId, work.now),
  { gives: { writeIndexUpdate: (table) => (indexUpdate) => writeIndexUpdate(table, indexUpdate) } },
);
