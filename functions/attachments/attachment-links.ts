import type * as z from 'zod/mini';
import type { attachmentLinks } from '#shared/api/attachment-entities.ts';
import type { SentAttachment } from '#shared/rules/attachments/attachments.ts';
import type { Instant } from '#shared/time.ts';
import type { AttachmentLinks } from '../gateways/attachment-files.ts';

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
