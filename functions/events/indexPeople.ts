import { subscribers } from '../../shared/api/subscribers.ts';
import { serveSubscriber } from '../serve-work.ts';
import { keepFindable } from '../storage/search/search-index.ts';

/** Enters somebody's names where they are searched, and takes out the names they had before. */
export const handler = serveSubscriber(subscribers.indexPeople, ({ detail }, work) =>
  keepFindable(work, detail.userId, work.now),
);
