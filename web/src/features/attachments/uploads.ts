import { useSyncExternalStore } from 'react';
import { followConnection, isOffline } from '#web/api/connection.ts';
import { followSessionEnds } from '#web/api/session.ts';
import { askBeforeUnload } from '#web/ui/ask-before-unload.ts';
import { queueOfPage } from './page-uploads.ts';
import { isUnderWay, type Upload, UploadQueue } from './upload-queue.ts';
import { uploadServer } from './upload-server.ts';

/** The uploads of this page. */
export const uploads = queueOfPage(new UploadQueue(uploadServer));

followSessionEnds(() => uploads.endAll());
followConnection(() => {
  if (!isOffline()) uploads.retryAll();
});
// A phone stops what a page does while another app is open.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') uploads.retryAll();
});
// The browser asks before the page is closed: the files are in this page alone.
window.addEventListener('beforeunload', (event) => {
  if (uploads.uploads().some(isSentByThisPage)) askBeforeUnload(event);
});

const isSentByThisPage = (upload: Upload) => isUnderWay(upload) && upload.state.is !== 'checking';

/** Every upload of this page. */
export const useUploads = (): readonly Upload[] =>
  useSyncExternalStore(uploads.subscribe, uploads.uploads);
