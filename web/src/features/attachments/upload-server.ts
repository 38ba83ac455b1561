import { createAttachment, deleteAttachment, viewAttachments } from '#shared/api/attachments.ts';
import { REFUSED_FILES, type UploadType } from '#shared/rules/attachments/attachments.ts';
import { call, isRefusal, OUTCOME_UNKNOWN } from '#web/api/client.ts';
import { serverNow } from '#web/api/clock.ts';
import { prepareFile } from './prepared-file.ts';
import { type UploadForm, UploadRefusal, type UploadServer } from './upload-queue.ts';

/** The server and the storage, as the queue of uploads needs them. */
export const uploadServer: UploadServer = {
  prepare: prepareFile,
  async create({ kind, name, blob, peaks }, place, key) {
    const type = (kind === 'pdf' ? 'application/pdf' : blob.type) as UploadType;
    const waveform = peaks && { peaks: [...peaks] };
    const input = { kind, name, bytes: blob.size, type, ...waveform, ...place };
    const { data } = await call(createAttachment, input, { idempotencyKey: key }).catch(refused);
    const [made] = data;
    if (!made) throw new Error('Nothing was created');
    const { url, fields } = made.upload;
    // As a time of this device, whose clock may be wrong.
    const until = Date.now() + (made.uploadUntil - serverNow());
    return { attachmentId: made.attachmentId, form: { url, fields, until } };
  },
  send: sendToStorage,
  async view(attachmentIds) {
    const { data } = await call(viewAttachments, { attachmentIds: [...attachmentIds] });
    return data.map(({ id, state, reason }) => ({
      id,
      state,
      sentence: reason && REFUSED_FILES[reason],
    }));
  },
  remove: (attachmentId) => call(deleteAttachment, { attachmentId }),
};

/** Throws a refusal that is repeated in vain as one of this file. */
function refused(error: unknown): never {
  if (!isRefusal(error) || OUTCOME_UNKNOWN.includes(error.code)) throw error;
  throw new UploadRefusal(Object.values(error.fields)[0] ?? error.message);
}

/** Sends a file with the form of the storage. `fetch` does not tell how much of a request has gone. */
function sendToStorage(
  { url, fields }: UploadForm,
  blob: Blob,
  progress: (sent: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  // The storage ignores what comes after the file.
  body.append('file', blob);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.upload.onprogress = ({ loaded }) => progress(loaded);
    request.onload = () => {
      if (request.status < 300) resolve();
      else reject(new Error(`The storage answered ${request.status}`));
    };
    request.onerror = () => reject(new Error('The connection broke'));
    request.onabort = () => reject(new Error('Canceled'));
    signal.addEventListener('abort', () => request.abort());
    if (signal.aborted) reject(new Error('Canceled'));
    else request.send(body);
  });
}
