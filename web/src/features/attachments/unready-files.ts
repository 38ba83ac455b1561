import { viewAttachments } from '#shared/api/attachments.ts';
import { call } from '#web/api/client.ts';
import { rowsOf, waitingWords } from './attachment-rows.ts';
import { uploads } from './uploads.ts';

/**
 * Why something with files cannot be sent yet, as a sentence; undefined if it can. `consequence`: what does not happen before. Throws
 * if the server cannot be asked about files that another page has sent.
 */
export async function unreadyFiles(
  place: string,
  ids: readonly string[],
  consequence: string,
): Promise<string | undefined> {
  const own = uploads.uploads().filter((upload) => upload.place === place);
  const others = ids.filter((id) => !own.some(({ attachmentId }) => attachmentId === id));
  const known =
    others.length > 0 ? (await call(viewAttachments, { attachmentIds: others })).data : [];
  return waitingWords(rowsOf(ids, own, known), consequence);
}
