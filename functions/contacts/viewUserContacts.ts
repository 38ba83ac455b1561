import { viewUserContacts } from '#shared/api/contacts.ts';
import { serve } from '../serve.ts';
import { contactsPage } from './contact-views.ts';

/** Returns the caller's contacts by full name, ascending or descending. */
export const handler = serve(viewUserContacts, (input, { table, caller, now }) =>
  contactsPage(table, caller.userId, input, now),
);
