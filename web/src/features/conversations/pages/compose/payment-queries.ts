import { viewPaymentMethod } from '#shared/api/billing.ts';
import { viewDraft } from '#shared/api/drafts.ts';
import { viewUserProfile } from '#shared/api/profiles.ts';
import { query } from '#web/api/queries.ts';
import type { Address } from '#web/api/screen-loader.ts';

/* The queries of paying for a message. */

export const paymentQueries = ({ params: { userId = '' } }: Pick<Address, 'params'>) => ({
  profile: query(viewUserProfile, { id: userId }),
  cards: query(viewPaymentMethod, {}),
  // Always refetched, because the payment is for the server's version of the draft.
  draft: { ...query(viewDraft, { recipientId: userId }), staleTime: 0 },
});
