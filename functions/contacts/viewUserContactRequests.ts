import { viewUserContactRequests } from '#shared/api/contacts.ts';
import { serve } from '../serve.ts';
import { invitationsOf } from './contact-views.ts';

/** Returns the invitations that the caller has not answered, the latest first. It needs no paid plan. */
export const handler = serve(viewUserContactRequests, (_input, { table, caller, now }) =>
  invitationsOf(table, caller.userId, now),
);
