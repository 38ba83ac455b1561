import { rejectUserContact } from '../../shared/api/contacts.ts';
import { serve } from '../serve.ts';
import { reject } from './contact-requests.ts';

/** Turns somebody's invitation down; they are not told. The second time changes nothing. */
export const handler = serve(rejectUserContact, async (input, { table, caller, now }) => {
  await reject(table, { userId: caller.userId, otherId: input.userContactId }, now);
  return {};
});
