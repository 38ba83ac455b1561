import { createChatInvite } from '../../shared/api/contacts.ts';
import { serve } from '../serve.ts';
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
    return {};
  },
  {
    readAhead: ({ userId: otherId }, { callerId }) => [
      userKey(otherId),
      ...relationKeys(callerId, otherId),
    ],
  },
);
