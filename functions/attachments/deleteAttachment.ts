import { deleteAttachment } from '#shared/api/attachments.ts';
import { Refusal } from '#shared/refusals.ts';
import { serve } from '../serve.ts';
import { attachmentOf, removeUnsent } from '../storage/attachments/attachments.ts';

const SENT = 'This file is part of a letter that was sent, so it can’t be removed.';

/**
 * Removes an attachment of the caller that is not sent; repeating it changes nothing. The job deleteAccounts deletes its files. Refuses
 * with WRONG_STATUS one that a message has.
 */
export const handler = serve(deleteAttachment, async ({ attachmentId }, { table, caller, now }) => {
  const outcome = await table.write(removeUnsent(caller.userId, attachmentId, now));
  if (outcome === 'done') return {};
  const present = await attachmentOf(table, caller.userId, attachmentId);
  if (present) throw new Refusal('WRONG_STATUS', { message: SENT });
  return {};
});
