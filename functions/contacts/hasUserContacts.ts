import { hasUserContacts } from '../../shared/api/contacts.ts';
import { serve } from '../serve.ts';
import { contactCounts } from '../storage/contacts/contact-lists.ts';

/** Whether the caller has a contact at all. */
export const handler = serve(hasUserContacts, async (_input, { table, caller }) => {
  const { contacts } = await contactCounts(table, caller.userId);
  return { hasContacts: contacts > 0 };
});
