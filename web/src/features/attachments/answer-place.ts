import type { AnswerDraftSync } from '../conversations/answers/answer-draft-sync.ts';
import { placeKeys } from './page-uploads.ts';
import type { UploadPlace } from './upload-queue.ts';

/** The place of the files of an answer. Its draft keeps an id also while another screen is shown. */
export const answerPlace = (conversationId: string, keeper: AnswerDraftSync): UploadPlace => ({
  key: placeKeys.answer(conversationId),
  for: { conversationId },
  keep: (id) => keeper.write({ attachments: [...(keeper.state().words.attachments ?? []), id] }),
});
