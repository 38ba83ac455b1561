import type { DraftSync } from '../conversations/drafts/draft-sync.ts';
import { placeKeys } from './page-uploads.ts';
import type { UploadPlace } from './upload-queue.ts';

/** The place of the files of a letter. Its draft keeps an id also while another screen is shown. */
export const letterPlace = (recipientId: string, keeper: DraftSync): UploadPlace => ({
  key: placeKeys.letter(recipientId),
  for: { recipientId },
  keep: (id) => keeper.write({ attachments: [...(keeper.state().words.attachments ?? []), id] }),
});
