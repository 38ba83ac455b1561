import type * as z from 'zod/mini';
import type { attachmentLinks } from '#shared/api/attachment-entities.ts';
import type { SentAttachment } from '#shared/rules/attachments/attachments.ts';
import type { Instant } from '#shared/time.ts';
import type { AttachmentLinks } from '../gateways/attachment-files.ts';
import { attachmentsOfPeople } from '../storage/attachments/attachments.ts';
import type { Message } from '../storage/conversations/messages.ts';
import type { TableReader } from '../storage/table.ts';

/** The links to a file of a sent message. */
export async function linksOf(
  { id, name, type, hasThumbnail }: SentAttachment,
  links: AttachmentLinks,
  until: Instant,
): Promise<z.output<typeof attachmentLinks>> {
  const file = { attachmentId: id, name, type };
  return {
    id,
    url: await links.shown(file),
    downloadUrl: await links.saved(file),
    ...(hasThumbnail && { thumbnailUrl: await links.thumbnail(id) }),
    until,
  };
}

/** The attachments of messages whose files are there, each with its message, in the order of the messages. */
export async function filesOf(
  table: TableReader,
  messages: readonly Message[],
): Promise<readonly { readonly message: Message; readonly file: SentAttachment }[]> {
  const sent = messages.flatMap((message) =>
    (message.attachments ?? []).map((file) => ({ message, file })),
  );
  if (sent.length === 0) return [];
  const owned = sent.map(({ message, file }) => ({ userId: message.senderId, id: file.id }));
  const stored = await attachmentsOfPeople(table, owned);
  return sent.filter((_, nth) => stored[nth] !== undefined);
}
