import { deleteDraft } from '#shared/api/drafts.ts';
import { serve } from '../serve.ts';
import { draftTo, removeDraft } from '../storage/conversations/drafts.ts';
import { draftChangedRefusal } from './draft-views.ts';

/**
 * Deletes a draft in the version that the caller saw; repeating it changes nothing. Refuses with DRAFT_CHANGED if it is
 * newer.
 */
export const handler = serve(deleteDraft, async (input, { table, caller, now }) => {
  const { recipientId, draftId: id, draftVersion: version } = input;
  const outcome = await table.write(removeDraft(caller.userId, recipientId, { id, version }));
  if (outcome === 'done') return {};
  const present = await draftTo(table, caller.userId, recipientId, now);
  if (present) throw draftChangedRefusal(present);
  return {};
});
