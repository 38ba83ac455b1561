import { deleteDraft } from '#shared/api/drafts.ts';
import { serve } from '../serve.ts';
import { removeUnsent } from '../storage/attachments/attachments.ts';
import { draftTo, removeDraft } from '../storage/conversations/drafts.ts';
import { draftChangedRefusal } from './draft-views.ts';

/**
 * Deletes a draft in the version that the caller saw, and its files; repeating it changes nothing. Refuses with DRAFT_CHANGED if it is
 * newer.
 */
export const handler = serve(deleteDraft, async (input, { table, caller, now }) => {
  const { recipientId, draftId: id, draftVersion: version } = input;
  const { userId } = caller;
  const draft = await draftTo(table, userId, recipientId, now);
  const outcome = await table.write(removeDraft(userId, recipientId, { id, version }));
  if (outcome !== 'done') {
    const present = await draftTo(table, userId, recipientId, now);
    if (present) throw draftChangedRefusal(present);
    return {};
  }
  // A file that is left because the process stops here is deleted when it is due, as no draft has it then.
  if (draft?.id === id && draft.version === version)
    for (const file of draft.attachments ?? []) await table.write(removeUnsent(userId, file, now));
  return {};
});
