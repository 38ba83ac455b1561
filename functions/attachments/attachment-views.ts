import type * as z from 'zod/mini';
import type { sentAttachment, unsentAttachment } from '#shared/api/attachment-entities.ts';
import {
  CHECK_GIVEN_UP,
  type KeptFile,
  type SentAttachment,
} from '#shared/rules/attachments/attachments.ts';
import type { Instant } from '#shared/time.ts';
import type { AttachmentLinks } from '../gateways/attachment-files.ts';
import type { Attachment } from '../storage/attachments/attachments.ts';

/* The views of attachments. */

type UnsentView = z.output<typeof unsentAttachment>;
type SentView = z.output<typeof sentAttachment>;

/** The view of an attachment for its owner, before it is sent, with links once it is ready. */
export async function unsentViewOf(
  attachment: Attachment,
  links: AttachmentLinks,
  now: Instant,
): Promise<UnsentView | undefined> {
  const { id, kind, name, uploadType, uploadBytes, peaks, createdAt, file } = attachment;
  const status = statusOf(attachment, now);
  if (status === undefined) return undefined;
  const before = { bytes: uploadBytes, type: uploadType, ...(peaks && { peaks: [...peaks] }) };
  return {
    id,
    kind,
    name,
    ...(file ? fileViewOf(file) : before),
    ...status,
    createdAt,
    ...(file && {
      url: await links.shown({ attachmentId: id, type: file.type, name }),
      ...(file.hasThumbnail && { thumbnailUrl: await links.thumbnail(id) }),
    }),
  };
}

/** The state to show; undefined for a removed one. A check that does not end is shown as one that failed. */
function statusOf(
  { state, reason, checkedSince }: Attachment,
  now: Instant,
): Pick<UnsentView, 'state' | 'reason'> | undefined {
  if (state === 'removed') return undefined;
  if (state === 'refused') return { state, reason: reason ?? 'NOT_CHECKED' };
  if (state === 'checking' && checkedSince !== undefined && now - checkedSince > CHECK_GIVEN_UP)
    return { state: 'refused', reason: 'NOT_CHECKED' };
  return { state };
}

function fileViewOf({ hasThumbnail: _, peaks, ...file }: KeptFile) {
  return { ...file, ...(peaks && { peaks: [...peaks] }) };
}

/** The view of an attachment of a sent message. */
export function sentViewOf({
  id,
  kind,
  name,
  position,
  caption,
  ...file
}: SentAttachment): SentView {
  return {
    id,
    kind,
    name,
    ...fileViewOf(file),
    ...(position !== undefined && { position }),
    ...(caption !== undefined && { caption }),
  };
}
