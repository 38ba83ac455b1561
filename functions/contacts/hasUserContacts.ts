import { hasUserContacts } from '#shared/api/contacts.ts';
import { serve } from '../serve.ts';
import { contactCounts } from '../storage/contacts/contact-lists.ts';

/** Returns whether the caller has any contact. */
export const handler = serve(hasUserContacts, async (_input, { table, caller }) => {
  const { contacts } = await contactCounts(table, caller.userId);
  return { hasContacts: contacts > 0 };
});
