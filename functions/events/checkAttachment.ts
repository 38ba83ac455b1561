import * as z from 'zod/mini';
import { systemFunctions } from '#shared/api/system-functions.ts';
import {
  ANSWER_SECONDS_MAX,
  type FileRefusal,
  LETTER_SECONDS_MAX,
} from '#shared/rules/attachments/attachments.ts';
import { checkPdf } from '../attachments/check-pdf.ts';
import { checkPicture } from '../attachments/check-picture.ts';
import { checkRecording } from '../attachments/check-recording.ts';
import { type CheckedFile, keptFileOf } from '../attachments/checked-file.ts';
import { attachmentFiles } from '../gateways/attachment-files.ts';
import { isHarmful } from '../gateways/file-scanner.ts';
import { serveServiceEvents, type Work as WorkOf } from '../serve-work.ts';
import {
  type Attachment,
  attachmentOf,
  beginCheck,
  destinationIn,
  endCheck,
  refuseFile,
} from '../storage/attachments/attachments.ts';

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/ev-events.html */
const uploaded = z.object({
  object: z.object({ key: z.string(), etag: z.string(), sequencer: z.string() }),
});

/** The key of an upload: its owner and the attachment. */
const UPLOAD = /^uploads\/([0-9A-HJKMNP-TV-Z]{26})\/([0-9A-HJKMNP-TV-Z]{26})$/;

/**
 * Checks a file that a browser has uploaded, and stores what people will see of it (docs/product/attachments.md#the-check).
 *
 * S3 tells of an upload at least once, in any order, and Lambda calls again with the same event if this stops on any line:
 * - before the files are stored: the next call checks the same upload again.
 * - after them: it stores the same bytes again, because the upload has the entity tag of the event, or is gone.
 * - after the state is written: the next call only deletes the upload.
 */
export const handler = serveServiceEvents(
  systemFunctions.checkAttachment,
  async (detail, work) => {
    const { object } = uploaded.parse(detail);
    const [, userId, id] = UPLOAD.exec(object.key) ?? [];
    if (userId === undefined || id === undefined) return;
    const { table, now } = work;
    const checkedBy = object.sequencer;
    if ((await table.write(beginCheck(userId, id, checkedBy, now))) === 'BUSY') {
      const present = await attachmentOf(table, userId, id);
      // Lambda calls again a minute later.
      if (present?.state === 'checking') throw new Error('the file is being checked');
    } else await check(work, { userId, id, etag: object.etag, checkedBy });
    await work.attachmentFiles.removeUpload(userId, id);
  },
  { gives: { attachmentFiles } },
);

type Work = WorkOf<(typeof systemFunctions.checkAttachment.uses)[number]>;
type Upload = {
  readonly userId: string;
  readonly id: string;
  readonly etag: string;
  readonly checkedBy: string;
};

async function check(work: Work, { userId, id, etag, checkedBy }: Upload): Promise<void> {
  const { table, now, log, attachmentFiles: files } = work;
  const attachment = await attachmentOf(table, userId, id);
  // It was removed since the check began.
  if (!attachment) return;
  const bytes = await files.uploaded(userId, id, etag);
  // Another upload has replaced it, whose own event is on its way.
  if (!bytes) throw new Error('the upload of this event is gone');
  const checked = await checkFile(attachment, bytes);
  if (typeof checked === 'string') {
    log.info('file refused', { kind: attachment.kind, reason: checked });
    await table.write(refuseFile(userId, id, { checkedBy, reason: checked }));
    return;
  }
  const { content, type, thumbnail } = checked;
  if (thumbnail) await files.keep(id, 'thumbnail', { bytes: thumbnail, type: 'image/jpeg' });
  await files.keep(id, 'whole', { bytes: content, type });
  await table.write(endCheck(userId, id, { checkedBy, file: keptFileOf(checked), now }));
}

/** The file as it is kept, or why it is refused. */
async function checkFile(
  { kind, for: destination, peaks }: Attachment,
  bytes: Uint8Array,
): Promise<CheckedFile | FileRefusal> {
  if (await isHarmful({ bytes, kind })) return 'HARMFUL';
  if (kind === 'picture') return checkPicture(bytes);
  if (kind === 'pdf') return checkPdf(bytes);
  const isLetter = destinationIn(destination).recipientId !== undefined;
  const recording = await checkRecording(bytes, isLetter ? LETTER_SECONDS_MAX : ANSWER_SECONDS_MAX);
  if (typeof recording === 'string') return recording;
  const { bytes: content, type, seconds } = recording;
  return { content, type, seconds, ...(peaks && { peaks }) };
}
