import { viewUserContacts } from '../../shared/api/contacts.ts';
import { serve } from '../serve.ts';
import { contactsPage } from './contact-views.ts';

/** The caller's contacts by full name, from A to Z or from Z to A. */
export const handler = serve(viewUserContacts, (input, { table, caller, now }) =>
  contactsPage(table, caller.userId, input, now),
);
