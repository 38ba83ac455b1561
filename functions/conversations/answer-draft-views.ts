import * as z from 'zod/mini';
import { answerDraftView } from '#shared/api/draft-entities.ts';
import { Refusal } from '#shared/refusals.ts';
import { fromSeconds } from '#shared/time.ts';
import type { AnswerDraft } from '../storage/conversations/answer-drafts.ts';

/* The views of drafts of answers, for their author. */

type AnswerDraftView = z.output<typeof answerDraftView>;

export function answerDraftViewOf(draft: AnswerDraft): AnswerDraftView {
  const { id, version, conversationId, kind, text, choice, declaration, counts } = draft;
  const { attachments, placedPictures, recordingText } = draft;
  return {
    id,
    version,
    inboxId: conversationId,
    kind,
    messageBody: text,
    ...(choice && { conversationStatus: choice }),
    ...(declaration && { declaration }),
    ...(counts && {
      typedCharacters: counts.typed,
      pastedCharacters: counts.pasted,
      writingMinutes: counts.minutes,
    }),
    ...(recordingText && { recordingText }),
    ...(attachments && { attachments: [...attachments] }),
    ...(placedPictures && { placedPictures: [...placedPictures] }),
    modifiedAt: draft.modifiedAt,
    expiresAt: fromSeconds(draft.expiresAt),
  };
}

const CHANGED = 'This answer was changed somewhere else in the meantime. Please look at it again.';

/** The refusal of an outdated version. Its details hold the current draft, or null if there is none. */
export function answerDraftChangedRefusal(present: AnswerDraft | undefined): Refusal {
  return new Refusal('DRAFT_CHANGED', {
    message: CHANGED,
    details: { draft: present ? z.encode(answerDraftView, answerDraftViewOf(present)) : null },
  });
}
