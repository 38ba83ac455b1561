import { viewUserContactRequests } from '../../shared/api/contacts.ts';
import { serve } from '../serve.ts';
import { invitationsOf } from './contact-views.ts';

/** The invitations that wait for the caller's answer, the latest first; a plan is not needed to see them. */
export const handler = serve(viewUserContactRequests, (_input, { table, caller, now }) =>
  invitationsOf(table, caller.userId, now),
);
