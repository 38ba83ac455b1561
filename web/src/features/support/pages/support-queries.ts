import { checkPendingInbox } from '#shared/api/pending-inbox.ts';
import { query } from '#web/api/queries.ts';

/** The query of the help ticket: whether one is pending already. */
export const ticketQueries = () => ({ waiting: query(checkPendingInbox, {}) });
