import { deleteDraft } from '../../shared/api/conversations.ts';
import { serve } from '../serve.ts';
import { draftTo, removeDraft } from '../storage/conversations/drafts.ts';
import { draftChanged } from './draft-views.ts';

/** Discards a draft as the caller saw it; repeating it changes nothing. A newer version is kept, and refused with. */
export const handler = serve(deleteDraft, async (input, { table, caller, now }) => {
  const { recipientId, draftId: id, draftVersion: version } = input;
  const outcome = await table.write(removeDraft(caller.userId, recipientId, { id, version }));
  if (outcome === 'done') return {};
  const present = await draftTo(table, caller.userId, recipientId, now);
  if (present) throw draftChanged(present);
  return {};
});
