import type { viewDeskConversation } from '#shared/api/desk.ts';
import type { Output } from '#shared/api/operation.ts';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import { type Message, messagesOf } from '../storage/conversations/messages.ts';
import type { TableReader } from '../storage/table.ts';

/* What was written in a conversation, as staff read it with a reason. */

type Content = NonNullable<Output<typeof viewDeskConversation>['data'][number]['content']>;

const NEWEST = 100;

/** What was written in a conversation: the newest 100 messages, oldest first. The caller has recorded the reason in the audit. */
export async function contentOf(table: TableReader, c: Conversation): Promise<Content> {
  const { messages, more } = await messagesOf(table, c.id, { limit: NEWEST });
  return {
    subject: c.subject,
    note: c.note ?? null,
    additionalInformation: c.additionalInformation ?? null,
    more,
    messages: messages.reverse().map((message) => ({
      id: message.id,
      kind: message.kind,
      senderId: message.senderId,
      body: message.body,
      dateTimeSent: message.sentAt,
      ...(message.attachments && { fileCount: message.attachments.length }),
      written: writtenOf(message),
    })),
  };
}

/** Who wrote an answer, how much was typed and pasted, and whether it is signed; null for every other message. */
function writtenOf({ written, signedAt }: Message): Content['messages'][number]['written'] {
  if (!written) return null;
  const { verificationId, declaration = null, counts = null, recordingText } = written;
  return {
    verificationId,
    declaration,
    counts,
    ...(recordingText && { recordingText }),
    signedAt: signedAt ?? null,
  };
}
