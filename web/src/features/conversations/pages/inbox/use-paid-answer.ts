import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef, useState } from 'react';
import { useController, useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { viewDashboardStats } from '#shared/api/accounts.ts';
import { createInboxMessage } from '#shared/api/conversation-messages.ts';
import { viewAccountBalance } from '#shared/api/ledger.ts';
import type { PlacedPicture } from '#shared/rules/attachments/attachments.ts';
import { type ConversationChoice, isAnswered } from '#shared/rules/conversations/conversations.ts';
import { paidResponseOf, plainText } from '#shared/rules/conversations/messages.ts';
import { may } from '#shared/rules/conversations/state-machine.ts';
import { minimumLengthOf } from '#shared/rules/conversations/tiers.ts';
import {
  DECLARATIONS,
  type Declaration,
  NO_RECORDING_TEXT,
  type RecordingText,
} from '#shared/rules/conversations/written-by.ts';
import { call, isRefusal } from '#web/api/client.ts';
import { isOffline } from '#web/api/connection.ts';
import { failedBecause } from '#web/api/failure-words.ts';
import { useSendOnce } from '#web/api/send-once.ts';
import { endUploads, hasFilesAt, placeKeys } from '#web/features/attachments/page-uploads.ts';
import { ShownAtField, useSubmission } from '#web/forms/submission.ts';
import type { AnswerDraftSync } from '../../answers/answer-draft-sync.ts';
import { answerDraftKeys, endAnswerDraft } from '../../answers/answer-drafts.ts';
import type { AnswerWords } from '../../answers/device-answer-draft.ts';
import { keepUnsent, takeBack, useUnsentAnswers, wasSent } from '../../answers/unsent-answers.ts';
import { useAdoptedWords, useAnswerDraft } from '../../answers/use-answer-draft.ts';
import { type Conversation, firstName } from '../../conversation.ts';
import { isFree } from '../../money-words.ts';
import { changeThread } from '../../thread/refresh-thread.ts';
import type { AnswerFields } from './DeclarationField.tsx';
import { statusChangeWords } from './status-change-words.ts';
import { writingOf } from './writing.ts';

const freeAnswer = z.pick(createInboxMessage.input, {
  conversationStatus: true,
  messageBody: true,
});
const paidAnswerTo = (order: Conversation) =>
  z.extend(freeAnswer, {
    messageBody: paidResponseOf(minimumLengthOf(order)),
    declaration: z.enum(DECLARATIONS, 'Please say who wrote this answer'),
  });
const FAILED = 'Error processing reply';
const KEPT = 'Your text is kept here, and trying again doesn’t send it twice.';

const fieldsOf = ({ text, declaration, choice }: AnswerWords): AnswerFields => ({
  messageBody: text,
  declaration,
  conversationStatus: choice ?? 'OPEN',
});

export type PaidAnswer = ReturnType<typeof usePaidAnswer>;

/** How the text of a spoken answer is chosen and confirmed. */
type SpokenText = {
  readonly recordingText: RecordingText | undefined;
  readonly isConfirmed: boolean;
};

/** Why a spoken answer cannot be sent yet, as a sentence; undefined if it can. */
export function spokenRefusal({ recordingText, isConfirmed }: SpokenText): string | undefined {
  if (!recordingText) return NO_RECORDING_TEXT;
  return recordingText === 'WORD_FOR_WORD' && !isConfirmed
    ? 'Please confirm that the text is what you say, word for word'
    : undefined;
}

/** Some files of the answer are not there yet, or need their author. */
class FilesNotReady extends Error {}

/** The files of an answer, as they are sent; none without any. Throws FilesNotReady. */
async function readyFiles(
  id: string,
  keeper: AnswerDraftSync,
): Promise<{ attachments?: string[]; placedPictures?: PlacedPicture[] }> {
  const { attachments, placedPictures } = keeper.state().words;
  const place = placeKeys.answer(id);
  if (!hasFilesAt(place, attachments)) return {};
  const { unreadyFiles } = await import('#web/features/attachments/unready-files.ts');
  const waits = await unreadyFiles(
    place,
    attachments ?? [],
    'Your answer is sent once everything is there.',
  );
  if (waits) throw new FilesNotReady(waits);
  if (!attachments?.length) return {};
  return {
    attachments: [...attachments],
    ...(placedPictures?.length && { placedPictures: [...placedPictures] }),
  };
}

/** The recording of an answer, as its form knows it. */
export type AnswerVoice = {
  /** Whether the answer is spoken. */
  readonly isSpoken: boolean;
  /** Why it cannot be sent yet; undefined if it can, or if there is none. */
  readonly waits: string | undefined;
  readonly text: SpokenText;
  /** Shows what is missing at its field. */
  readonly showRefusal: () => void;
  /** The answer was sent. */
  readonly end: () => void;
};

/** The text of the recording, which is sent beside its id. Throws FilesNotReady and ShownAtField. */
async function readyVoice(
  voice: AnswerVoice | undefined,
): Promise<{ recordingText?: RecordingText | undefined }> {
  if (voice?.waits) throw new FilesNotReady(voice.waits);
  if (!voice?.isSpoken) return {};
  const refusal = spokenRefusal(voice.text);
  if (!refusal) return { recordingText: voice.text.recordingText };
  voice.showRefusal();
  throw new ShownAtField(refusal);
}

/**
 * The form of the paid answer to a message: its drafts, its key, and what it sends. `conversation`: as of now. `leave` is called
 * with `answered` when the answer was sent, or with `unsent` when it is kept on the device until there is a connection.
 */
export function usePaidAnswer(
  conversation: Conversation,
  leave: (outcome: 'answered' | 'unsent') => void,
) {
  const { id, status } = conversation;
  const free = isFree(conversation);
  const [keeper, draft] = useAnswerDraft(id, 'ANSWER');
  const writing = writingOf(keeper, draft.words);
  const form = useForm<AnswerFields, unknown, AnswerFields>({
    resolver: zodResolver<AnswerFields, unknown, AnswerFields>(
      free ? freeAnswer : paidAnswerTo(conversation),
    ),
    defaultValues: fieldsOf(draft.words),
  });
  const voice = useRef<AnswerVoice>(undefined);
  const [isChoosing, setChoosing] = useState(false);
  const choiceOfVersion = useRef<HTMLDivElement>(null);
  const showConflict = () => choiceOfVersion.current?.scrollIntoView({ block: 'center' });
  const body = useWatch({ control: form.control, name: 'messageBody' });
  const { field: choice } = useController({ control: form.control, name: 'conversationStatus' });
  const once = useSendOnce(answerDraftKeys('ANSWER', id).text);
  const unsent = useUnsentAnswers().find(({ inboxId }) => inboxId === id);
  const { onSubmit, attempt, busy, sent, error } = useSubmission(form, {
    failed: FAILED,
    explain: (fault) => {
      if (fault instanceof FilesNotReady) return fault.message;
      return failedBecause(FAILED, isRefusal(fault) ? fault.message : KEPT);
    },
    send: async (answer) => {
      const claim = free ? {} : writing.claim();
      const files = await readyFiles(id, keeper);
      const spoken = await readyVoice(voice.current);
      const content = { ...answer, ...claim, ...files, ...spoken };
      const message = { ...content, inboxId: id, messageKind: 'PAID_RESPONSE' } as const;
      const keep = () => {
        const name = firstName(conversation.senderName);
        keepUnsent({ inboxId: id, key: once.key(), name, answer: content });
        leave('unsent');
      };
      try {
        await changeThread(
          'recipient',
          async () => {
            await once.send((options) => call(createInboxMessage, message, options));
            endAnswerDraft('ANSWER', id);
            takeBack(id);
            endUploads(placeKeys.answer(id));
            voice.current?.end();
          },
          viewDashboardStats,
          viewAccountBalance,
        );
      } catch (fault) {
        if (isRefusal(fault, 'UNAVAILABLE') && isOffline()) return keep();
        throw fault;
      }
      leave('answered');
    },
  });
  // This very answer may have opened the conversation; then the page navigates by itself.
  const answered = busy || sent;
  const mayReply = may('recipient', 'reply', status);
  const isAnswerable = may('recipient', 'answer', status);
  // Whether the response of an earlier attempt may be lost: sending it again under its key tells whether it arrived.
  const isAskable = isAnswered(status) && !busy && once.isUnanswered();
  const askedAgain = useRef(false);
  useEffect(() => {
    if (!isAskable || askedAgain.current) return;
    askedAgain.current = true;
    void attempt(form.getValues());
  }, [isAskable, attempt, form]);
  const edition = useAdoptedWords(draft, answered, (words) => form.reset(fieldsOf(words)));
  const conflict = answered || !isAnswerable ? undefined : draft.conflict;
  const keepText = (html: string) => {
    if (html === '') writing.restart();
    keeper.write({ text: html });
  };
  return {
    /** The keeper of the draft, and what it has, for its files. */
    keeper,
    words: draft.words,
    form,
    onSubmit: conflict ? showConflict : onSubmit,
    busy,
    error: error ?? (unsent?.sentence && `${unsent.sentence} Your text is kept here.`),
    /** The answer that waits for a connection; undefined if none does. */
    waiting: unsent?.state === 'waiting' ? unsent : undefined,
    /** Why the message can no longer be answered; undefined if it can. */
    movedOn: answered || isAskable ? undefined : statusChangeWords(conversation, status),
    /** Whether the message was answered elsewhere and nothing is written here, so that only a free reply is left. */
    isReplyOnly: !answered && !isAskable && mayReply && body === '',
    /** Whether nothing is written. */
    isEmpty: body === '',
    /** Whether the answer was sent from the outbox by this page. */
    isSent: wasSent(id),
    mayReply,
    writing,
    keepText,
    /** Adds a saved reply at the end. It counts as pasted. */
    add: (html: string) => {
      const { length } = [...plainText(html)];
      writing.count({ inputType: 'insertFromPaste', inserted: length, removed: 0 });
      form.setValue('messageBody', `${body}${html}`, { shouldDirty: true });
      keepText(`${body}${html}`);
    },
    /** The dialog of the saved replies, which the sheet and the menu open. */
    savedReplies: {
      isOpen: isChoosing,
      open: () => setChoosing(true),
      close: () => setChoosing(false),
    },
    /** Set by the part of the form that has the recording. */
    voice,
    keepDeclaration: (declaration: Declaration) => keeper.write({ declaration }),
    choice: choice.value,
    choose: (chosen: ConversationChoice) => {
      choice.onChange(chosen);
      keeper.write({ choice: chosen });
    },
    /** Whether the text is saved; undefined if it can no longer be sent. */
    draft: isAnswerable ? draft : undefined,
    /** Incremented when the text of another device replaced the one here. */
    edition,
    /** The version of another device, until the author has chosen one. */
    conflict: conflict && {
      ref: choiceOfVersion,
      theirs: conflict.theirs,
      onTheirs: () => keeper.takeTheirs(),
      onMine: () => void keeper.keepMine(),
    },
  };
}
