import { acceptUserContact } from '#shared/api/contacts.ts';
import { serve } from '../serve.ts';
import { relationKeys } from '../storage/contacts/contacts.ts';
import { userKey } from '../storage/keys.ts';
import { accept } from './contact-requests.ts';

/** Accepts an invitation, so that the two people become contacts. Repeating it changes nothing. */
export const handler = serve(
  acceptUserContact,
  async (input, { table, caller, now }) => {
    await accept(table, { userId: caller.userId, otherId: input.userContactId }, now);
    return {};
  },
  {
    readAhead: ({ userContactId: otherId }, { callerId }) => [
      userKey(otherId),
      ...relationKeys(callerId, otherId),
    ],
  },
);
