import { viewBlockedUsers } from '#shared/api/blocks.ts';
import { serve } from '../serve.ts';
import { blockedPage } from './contact-views.ts';

/** Returns the people whom the caller blocked, the latest first. */
export const handler = serve(viewBlockedUsers, (input, { table, caller, now }) =>
  blockedPage(table, caller.userId, input, now),
);
