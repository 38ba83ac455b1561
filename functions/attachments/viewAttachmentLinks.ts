import { viewAttachmentLinks } from '#shared/api/attachments.ts';
import { FILE_LINK_TIME, type SentAttachment } from '#shared/rules/attachments/attachments.ts';
import { later } from '#shared/time.ts';
import { conversationFor } from '../conversations/conversation-views.ts';
import { attachmentLinks } from '../gateways/attachment-files.ts';
import { serve } from '../serve.ts';
import { attachmentsOf } from '../storage/attachments/attachments.ts';
import { allMessagesSeenBy, type Message } from '../storage/conversations/messages.ts';
import { conversationKey } from '../storage/keys.ts';
import type { TableReader } from '../storage/table.ts';
import { linksOf } from './attachment-links.ts';

/**
 * Makes links to the files of a conversation, for its two people. Whoever sees a message can open its files, as long as the account of
 * its author is not deleted (docs/product/attachments.md#who-can-open-a-file).
 */
export const handler = serve(
  viewAttachmentLinks,
  async ({ conversationId }, call) => {
    const { table, caller, now } = call;
    const { conversation, side } = await conversationFor(table, conversationId, caller.userId, now);
    const messages = await allMessagesSeenBy(table, conversationId, conversation[side]);
    const there = await filesOf(table, messages);
    const until = later(now, FILE_LINK_TIME);
    const links = there.map((file) => linksOf(file, call.attachmentLinks, until));
    return { data: await Promise.all(links) };
  },
  {
    readAhead: ({ conversationId }) => [conversationKey(conversationId)],
    gives: { attachmentLinks },
  },
);

/** The attachments of messages whose files are there. */
async function filesOf(
  table: TableReader,
  messages: readonly Message[],
): Promise<readonly SentAttachment[]> {
  const files: SentAttachment[] = [];
  for (const { senderId, attachments = [] } of messages) {
    if (attachments.length === 0) continue;
    const ids = attachments.map(({ id }) => id);
    const stored = await attachmentsOf(table, senderId, ids);
    files.push(...attachments.filter((_, nth) => stored[nth] !== undefined));
  }
  return files;
}
