import { inboxList } from '../../conversation-queries.ts';

/* The query of the answer session: the pending messages. Those of each letter start when it is shown. */

export const answerQueries = () => ({ pending: inboxList('PENDING') });
