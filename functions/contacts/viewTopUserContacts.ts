import { viewTopUserContacts } from '#shared/api/contacts.ts';
import { serve } from '../serve.ts';
import { topContactsView } from './contact-views.ts';

/** Returns the caller's four most recent contacts, and the number of all contacts. */
export const handler = serve(viewTopUserContacts, (_input, { table, caller, now }) =>
  topContactsView(table, caller.userId, now),
);
