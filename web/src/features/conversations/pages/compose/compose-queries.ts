import { checkPendingInbox } from '#shared/api/pending-inbox.ts';
import { viewUserProfile } from '#shared/api/profiles.ts';
import { query } from '#web/api/queries.ts';
import type { Address } from '#web/api/screen-loader.ts';

/* The queries of writing a message. */

export const composeQueries = ({ params: { userId = '' } }: Pick<Address, 'params'>) => ({
  profile: query(viewUserProfile, { id: userId }),
  pending: query(checkPendingInbox, { userId }),
});
