import { viewAccountDeletion } from '../../../../../../shared/api/account-deletion.ts';
import { query } from '../../../../api/queries.ts';

/** The queries of the screen about one's data and leaving. */
export const leavingQueries = () => ({ deletion: query(viewAccountDeletion, {}) });
