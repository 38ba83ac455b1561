import { viewTopUserContacts } from '../../shared/api/contacts.ts';
import { serve } from '../serve.ts';
import { topOfContacts } from './contact-views.ts';

/** The four contacts that the caller had to do with last, and how many there are in all. */
export const handler = serve(viewTopUserContacts, (_input, { table, caller, now }) =>
  topOfContacts(table, caller.userId, now),
);
