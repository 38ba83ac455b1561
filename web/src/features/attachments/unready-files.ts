import { viewAttachments } from '#shared/api/attachments.ts';
import { call } from '#web/api/client.ts';
import { rowsOf, sourcesOf, waitingWords } from './attachment-rows.ts';
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
  const [own, here, others] = sourcesOf([place], ids, uploads.uploads());
  const known =
    others.length > 0 ? (await call(viewAttachments, { attachmentIds: [...others] })).data : [];
  return waitingWords(rowsOf(here, own, known), consequence);
}
