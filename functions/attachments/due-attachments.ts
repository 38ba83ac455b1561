import { ANSWER_DRAFT_KINDS } from '#shared/rules/conversations/answer-drafts.ts';
import { fromSeconds, type Instant } from '#shared/time.ts';
import type { AttachmentRemoval } from '../gateways/attachment-files.ts';
import {
  type Attachment,
  destinationIn,
  forgetAttachment,
  keepUntil,
  removeUnsent,
  storedAttachment,
} from '../storage/attachments/attachments.ts';
import { answerDraftOf } from '../storage/conversations/answer-drafts.ts';
import { draftTo } from '../storage/conversations/drafts.ts';
import { dueTime } from '../storage/index-keys.ts';
import type { Key } from '../storage/keys.ts';
import type { TableReader, TableWriter } from '../storage/table.ts';

/* The deletion of attachments that nobody sent, and of removed ones. docs/product/attachments.md#deletion */

type RemovalContext = {
  readonly table: TableWriter;
  readonly attachmentRemoval: AttachmentRemoval;
  readonly now: Instant;
};

/**
 * Moves a due attachment on: one that a draft has is kept as long as the draft; any other is removed, and a few minutes later its files
 * are deleted, and then the item. A process may stop at any line: until the item is gone everything is repeated.
 */
export async function removeDueAttachment(
  { table, attachmentRemoval, now }: RemovalContext,
  key: Key,
): Promise<void> {
  const attachment = await storedAttachment(table, key);
  // A message has taken it since the list was read, or the index does not show yet that it is due later.
  if (!attachment?.gsi5sk || dueTime(attachment.gsi5sk) > now) return;
  const { userId, id, state } = attachment;
  if (state === 'removed') {
    await attachmentRemoval.removeAll(userId, id);
    await forgetAttachment(table, key);
    return;
  }
  const until = await keptByDraftUntil(table, attachment, now);
  await table.write(
    until === undefined ? removeUnsent(userId, id, now) : keepUntil(userId, id, until),
  );
}

/** Until when a draft is kept that has the attachment; undefined if none has it. */
async function keptByDraftUntil(
  table: TableReader,
  { userId, id, for: destination }: Attachment,
  now: Instant,
): Promise<Instant | undefined> {
  const { recipientId, conversationId = '' } = destinationIn(destination);
  const drafts =
    recipientId !== undefined
      ? [await draftTo(table, userId, recipientId, now)]
      : await Promise.all(
          ANSWER_DRAFT_KINDS.map((kind) => answerDraftOf(table, userId, conversationId, kind, now)),
        );
  const draft = drafts.find((one) => one?.attachments?.includes(id));
  return draft && fromSeconds(draft.expiresAt);
}
