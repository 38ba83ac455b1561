import { viewAccountDeletion } from '#shared/api/account-deletion.ts';
import { viewExport } from '#shared/api/data-exports.ts';
import { query } from '#web/api/queries.ts';
import { securityQueries } from '#web/features/auth/passkey-queries.ts';

/** The queries of the screen about one's data and leaving. */
export const leavingQueries = () => ({
  deletion: query(viewAccountDeletion, {}),
  copies: query(viewExport, {}),
  /** For the dialog that confirms the deletion, which opens without waiting. */
  passkeys: securityQueries().passkeys,
});
