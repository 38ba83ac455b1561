import { rejectUserContact } from '#shared/api/contacts.ts';
import { serve } from '../serve.ts';
import { reject } from './contact-requests.ts';

/** Rejects an invitation; the inviter is not notified. Repeating it changes nothing. */
export const handler = serve(rejectUserContact, async (input, { table, caller, now }) => {
  await reject(table, { userId: caller.userId, otherId: input.userContactId }, now);
  return {};
});
