import { removeDeskItemAsOpen } from '#shared/api/desk-work.ts';
import { serve } from '../serve.ts';
import { endLease } from '../storage/desk/work.ts';

/** Says that the caller has closed an item. The lease of a colleague stays. */
export const handler = serve(removeDeskItemAsOpen, async ({ id }, { table, sessionUser }) => {
  await endLease(table, id, sessionUser.id);
  return {};
});
