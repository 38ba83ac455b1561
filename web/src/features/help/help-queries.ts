import { checkPendingInbox } from '../../../../shared/api/conversations.ts';
import { query } from '../../api/queries.ts';

/** What the help ticket asks for: whether one is waiting already. */
export const ticketQueries = () => ({ waiting: query(checkPendingInbox, {}) });
