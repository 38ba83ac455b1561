import { viewPaymentMethod } from '#shared/api/billing.ts';
import { checkPendingInbox } from '#shared/api/pending-inbox.ts';
import { viewUserProfile } from '#shared/api/profiles.ts';
import { query } from '#web/api/queries.ts';
import type { Address } from '#web/api/screen-loader.ts';
import { orderThread } from '../../thread-queries.ts';
import { askedAgainIn } from './asked-again.ts';

/* The queries of writing a message. */

export function composeQueries({ params: { userId = '' }, search }: Address) {
  const askedAgain = askedAgainIn(search);
  return {
    profile: query(viewUserProfile, { id: userId }),
    pending: query(checkPendingInbox, { userId }),
    ...(askedAgain && { ...orderThread(askedAgain), cards: query(viewPaymentMethod, {}) }),
  };
}
