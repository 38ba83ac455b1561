import type * as z from 'zod/mini';
import { saveAnswerDraft, viewAnswerDraft } from '#shared/api/answer-drafts.ts';
import { answerDraftView } from '#shared/api/draft-entities.ts';
import type { AnswerDraftKind } from '#shared/rules/conversations/answer-drafts.ts';
import { countsOf } from '#shared/rules/conversations/writing-counts.ts';
import { MINUTE } from '#shared/time.ts';
import { call } from '#web/api/client.ts';
import { readSession } from '#web/api/session.ts';
import {
  type DraftDefinition,
  type SyncState,
  type VersionServer,
  VersionSync,
} from '../drafts/version-sync.ts';
import { clearAnswerDraft, unsavedAnswers, whenAnswerArrives } from './answer-drafts.ts';
import {
  type AnswerWords,
  isEmptyAnswer,
  isSameAnswer,
  NO_ANSWER,
  readAnswerDraft,
  storeAnswerDraft,
} from './device-answer-draft.ts';

/*
 * Drafts of answers, on the server and on this device. A browser may delete what it stores for a page that nobody visited for a
 * week, and a message waits ten days for its answer. docs/product/conversations.md#drafts-of-answers
 */

/** The draft of an answer as the server has it. */
export type AnswerDraft = z.output<typeof answerDraftView>;
export type AnswerDraftServer = VersionServer<AnswerWords, AnswerDraft>;
export type AnswerDraftState = SyncState<AnswerWords, AnswerDraft>;

/** How the words were written, in the fields of the API. */
export function writingClaimOf({ writing }: AnswerWords) {
  const counts = writing && countsOf(writing);
  return (
    counts && {
      typedCharacters: counts.typed,
      pastedCharacters: counts.pasted,
      writingMinutes: counts.minutes,
    }
  );
}

/** The counts go on from those of the other device. The minute in which that one saved is counted already. */
export function answerWordsOf(draft: AnswerDraft): AnswerWords {
  const { typedCharacters, pastedCharacters, writingMinutes, modifiedAt } = draft;
  const isCounted =
    typedCharacters !== undefined && pastedCharacters !== undefined && writingMinutes !== undefined;
  return {
    text: draft.messageBody,
    choice: draft.conversationStatus,
    declaration: draft.declaration,
    ...(draft.recordingText && { recordingText: draft.recordingText }),
    ...(draft.attachments && { attachments: draft.attachments }),
    ...(draft.placedPictures && { placedPictures: draft.placedPictures }),
    writing: isCounted
      ? {
          typed: typedCharacters,
          pasted: pastedCharacters,
          minutes: writingMinutes,
          minute: Math.floor(modifiedAt / MINUTE),
        }
      : undefined,
  };
}

const serverOf = (kind: AnswerDraftKind): AnswerDraftServer => ({
  view: async (inboxId) => (await call(viewAnswerDraft, { inboxId, kind })).data[0],
  save: async (inboxId, words, basedOn) => {
    const { data } = await call(saveAnswerDraft, {
      inboxId,
      kind,
      messageBody: words.text,
      conversationStatus: words.choice,
      declaration: words.declaration,
      recordingText: words.recordingText,
      ...writingClaimOf(words),
      ...(words.attachments?.length && { attachments: [...words.attachments] }),
      ...(words.placedPictures?.length && { placedPictures: [...words.placedPictures] }),
      draftId: basedOn?.id,
      draftVersion: basedOn?.version,
    });
    return data[0] as AnswerDraft;
  },
  // The server deletes a draft that is saved without a text.
  discard: (inboxId, { id, version }) =>
    call(saveAnswerDraft, { inboxId, kind, messageBody: '', draftId: id, draftVersion: version }),
});

const definitionOf = (kind: AnswerDraftKind): DraftDefinition<AnswerWords, AnswerDraft> => ({
  noWords: NO_ANSWER,
  isEmpty: isEmptyAnswer,
  isSame: isSameAnswer,
  wordsOf: answerWordsOf,
  parse: (draft) => answerDraftView.safeParse(draft).data,
  device: {
    read: (inboxId) => readAnswerDraft(kind, inboxId),
    store: (inboxId, draft) => storeAnswerDraft(kind, inboxId, draft),
    clear: (inboxId) => clearAnswerDraft(kind, inboxId),
  },
});

/** The draft of the answer to one message, on the server and on this device. */
export class AnswerDraftSync extends VersionSync<AnswerWords, AnswerDraft> {
  constructor(inboxId: string, kind: AnswerDraftKind, server = serverOf(kind)) {
    super(inboxId, definitionOf(kind), server);
  }
}

const keepers = new Map<string, AnswerDraftSync>();
const nameOf = (kind: AnswerDraftKind, inboxId: string, authorId: string | undefined) =>
  `${authorId} ${kind} ${inboxId}`;

/** The keeper for an author, a message and a kind: one for each tab, so that two never overwrite each other. */
export function answerDraftSyncOf(
  authorId: string,
  inboxId: string,
  kind: AnswerDraftKind,
): AnswerDraftSync {
  const name = nameOf(kind, inboxId, authorId);
  const known = keepers.get(name);
  known?.reopen();
  const keeper = known ?? new AnswerDraftSync(inboxId, kind);
  keepers.set(name, keeper);
  return keeper;
}

whenAnswerArrives((kind, inboxId) => {
  const name = nameOf(kind, inboxId, readSession()?.userId);
  keepers.get(name)?.end();
  keepers.delete(name);
});

/** Saves the drafts that this device could not save when they were written. */
export function saveBegunAnswers(): void {
  const authorId = readSession()?.userId;
  if (authorId === undefined) return;
  for (const [kind, inboxId] of unsavedAnswers())
    void answerDraftSyncOf(authorId, inboxId, kind).check();
}
