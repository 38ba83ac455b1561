import { viewDraft } from '#shared/api/drafts.ts';
import { serve } from '../serve.ts';
import { draftTo } from '../storage/conversations/drafts.ts';
import { draftViewOf } from './draft-views.ts';

/** The caller's draft to a recipient, if there is one. */
export const handler = serve(viewDraft, async ({ recipientId }, { table, caller, now }) => {
  const draft = await draftTo(table, caller.userId, recipientId, now);
  return { data: draft ? [draftViewOf(draft)] : [] };
});
