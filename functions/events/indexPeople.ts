import { subscribers } from '../../shared/api/subscribers.ts';
import { serveSubscriber } from '../serve-work.ts';
import { updateSearchIndex } from '../storage/search/search-index.ts';

/** Updates the search index with the current names of a person. */
export const handler = serveSubscriber(subscribers.indexPeople, ({ detail }, work) =>
  updateSearchIndex(work, detail.userId, work.now),
);
