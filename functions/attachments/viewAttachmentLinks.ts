import { viewAttachmentLinks } from '#shared/api/attachments.ts';
import { FILE_LINK_TIME } from '#shared/rules/attachments/attachments.ts';
import { later } from '#shared/time.ts';
import { conversationFor } from '../conversations/conversation-views.ts';
import { attachmentLinks } from '../gateways/attachment-files.ts';
import { serve } from '../serve.ts';
import { allMessagesSeenBy } from '../storage/conversations/messages.ts';
import { conversationKey } from '../storage/keys.ts';
import { filesOf, linksOf } from './attachment-links.ts';

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
    const files = await filesOf(table, messages);
    const until = later(now, FILE_LINK_TIME);
    const links = files.map(({ file }) => linksOf(file, call.attachmentLinks, until));
    return { data: await Promise.all(links) };
  },
  {
    readAhead: ({ conversationId }) => [conversationKey(conversationId)],
    gives: { attachmentLinks },
  },
);
