import { viewDraft } from '../../shared/api/drafts.ts';
import { draftViewOf } from '../flows/draft-views.ts';
import { serve } from '../serve.ts';
import { draftTo } from '../storage/drafts.ts';

/** What the caller writes to somebody and has not sent, or nothing. */
export const handler = serve(viewDraft, async ({ recipientId }, { table, caller, now }) => {
  const draft = await draftTo(table, caller.userId, recipientId, now);
  return { data: draft ? [draftViewOf(draft)] : [] };
});
