import { useState } from 'react';
import { formatMoney } from '#shared/money.ts';
import { minimumLengthOf } from '#shared/rules/conversations/tiers.ts';
import { hasFiles, hasVoice } from '#web/features/attachments/files-allowed.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { AnswerSheet } from '../../AnswerSheet.tsx';
import type { AnswerConflictProps } from '../../answers/AnswerConflict.tsx';
import { type Conversation, firstName } from '../../conversation.ts';
import { isFree } from '../../money-words.ts';
import type { SavedReply } from '../../saved-replies/saved-reply-queries.ts';
import type { AfterAnswerProps } from './AfterAnswer.tsx';
import type { PaidAnswer } from './use-paid-answer.ts';

/** Shown below the editor. Its space is reserved, so that nothing moves when it loads. */
const AfterAnswer = lazyPart<AfterAnswerProps>(
  async () => (await import('./AfterAnswer.tsx')).AfterAnswer,
  () => <div className="min-h-62" />,
);

const AnswerVoiceFields = lazyPart(
  async () => (await import('./AnswerVoiceFields.tsx')).AnswerVoiceFields,
  () => <div className="min-h-14" />,
);

const AnswerFiles = lazyPart(
  async () => (await import('#web/features/attachments/AnswerFiles.tsx')).AnswerFiles,
  () => <div className="min-h-14" />,
);

const SavedRepliesDialog = lazyPart(
  async () => (await import('../../saved-replies/SavedRepliesDialog.tsx')).SavedRepliesDialog,
);

const AnswerConflict = lazyPart<AnswerConflictProps>(
  async () => (await import('../../answers/AnswerConflict.tsx')).AnswerConflict,
);

export type PaidAnswerFieldsProps = {
  conversation: Conversation;
  answer: PaidAnswer;
  /** Puts the focus into the editor. */
  autoFocus?: boolean;
};

/* The fields of the form of a paid answer: its text, who wrote it, and what happens after it. */
export function PaidAnswerFields({ conversation, answer, autoFocus }: PaidAnswerFieldsProps) {
  const { form, writing, movedOn, savedReplies } = answer;
  /** How many saved replies were added: the editor starts again with each. */
  const [added, setAdded] = useState(0);
  const add = ({ text }: SavedReply) => {
    savedReplies.close();
    answer.add(text);
    setAdded(added + 1);
  };
  const name = firstName(conversation.senderName);
  return (
    <>
      {answer.conflict && <AnswerConflict {...answer.conflict} />}
      <AnswerSheet
        key={`${answer.edition} ${added}`}
        control={form.control}
        name="messageBody"
        label={`Your answer to ${name}`}
        {...((autoFocus || added > 0) && { autoFocus: true })}
        placeholder={`Dear ${name},`}
        min={isFree(conversation) ? 0 : minimumLengthOf(conversation)}
        draft={answer.draft}
        onInput={writing.count}
        keep={answer.keepText}
        onSavedReplies={movedOn ? undefined : savedReplies.open}
        voice={
          hasVoice() &&
          !movedOn &&
          !isFree(conversation) && <AnswerVoiceFields conversation={conversation} answer={answer} />
        }
        files={
          hasFiles() &&
          !movedOn && (
            <AnswerFiles
              conversationId={conversation.id}
              keeper={answer.keeper}
              words={answer.words}
            />
          )
        }
      />
      {savedReplies.isOpen && <SavedRepliesDialog onChoose={add} onClose={savedReplies.close} />}
      {!movedOn && (
        <AfterAnswer
          conversation={conversation}
          declaration={{
            control: form.control,
            counts: writing.counts,
            name: firstName(conversation.recipientName),
            keep: answer.keepDeclaration,
          }}
          choice={answer.choice}
          onChoice={answer.choose}
        />
      )}
    </>
  );
}

/** The label of the button that sends a paid answer. */
export function sendWords(conversation: Conversation): string {
  return isFree(conversation)
    ? 'Send the answer'
    : `Send and earn ${formatMoney(conversation.netEarnings)}`;
}
