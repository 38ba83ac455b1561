import { createChatInvite } from '#shared/api/contacts.ts';
import { isPaid } from '#shared/rules/billing/plans.ts';
import { serve } from '../serve.ts';
import { userById } from '../storage/accounts/users.ts';
import { relationKeys } from '../storage/contacts/contacts.ts';
import { userKey } from '../storage/keys.ts';
import { invite } from './contact-requests.ts';

/**
 * Invites a person to chat, or accepts their invitation if they have invited the caller
 * (docs/product/contacts.md#inviting).
 */
export const handler = serve(
  createChatInvite,
  async (input, { table, caller, keyed, now }) => {
    await invite(table, { userId: caller.userId, otherId: input.userId }, keyed, now);
    const other = await userById(table, input.userId, now);
    return other && !isPaid(other.licenseId) ? { needsPlan: true as const } : {};
  },
  {
    readAhead: ({ userId: otherId }, { callerId }) => [
      userKey(otherId),
      ...relationKeys(callerId, otherId),
    ],
  },
);
