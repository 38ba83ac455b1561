import * as z from 'zod/mini';
import { id } from '../ids.ts';
import { operation } from './operation.ts';

/* Apart from shared/api/conversation-payments.ts, because forms need to know of pending messages without paying. */

export const checkPendingInbox = operation({
  name: 'checkPendingInbox',
  method: 'POST',
  who: 'verified',
  uses: ['conversations.read', 'usernames.read'],
  impact:
    'Senders see only on paying that they have a pending message already; they are not charged.',
  /** Without `userId` the call is about the support account. */
  input: z.object({ userId: z.optional(id()) }),
  output: z.object({
    hasPendingInbox: z.boolean(),
    /** The id of the pending message. */
    inboxId: z.optional(z.string()),
  }),
});
