import { useState } from 'react';
import { formatMoney } from '../../../../../../shared/money.ts';
import { plainText } from '../../../../../../shared/rules/conversations/messages.ts';
import type { Instant } from '../../../../../../shared/time.ts';
import { RichTextField } from '../../../../forms/RichTextField.tsx';
import { deadlineWords, timeLeftWords } from '../../../../shell/dates.ts';
import { Button } from '../../../../ui/Button.tsx';
import { CharCount } from '../../../../ui/CharCount.tsx';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { LETTER_MARKS } from '../../../../ui/rich-text-marks.ts';
import { AnswerCount } from '../../AnswerCount.tsx';
import type { AnswerConflictProps } from '../../answers/AnswerConflict.tsx';
import { type Conversation, firstName } from '../../conversation.ts';
import { DraftStatus } from '../../drafts/DraftStatus.tsx';
import { isFree } from '../../money-words.ts';
import type { SavedReply } from '../../saved-replies/saved-reply-queries.ts';
import type { AfterAnswerProps } from './AfterAnswer.tsx';
import type { PaidAnswer } from './use-paid-answer.ts';

/** Shown below the editor. Its space is reserved, so that nothing moves when it loads. */
const AfterAnswer = lazyPart<AfterAnswerProps>(
  async () => (await import('./AfterAnswer.tsx')).AfterAnswer,
  () => <div className="min-h-120" />,
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
  const { form, writing, movedOn } = answer;
  const [isChoosing, setChoosing] = useState(false);
  /** How many saved replies were added: the editor starts again with each. */
  const [added, setAdded] = useState(0);
  const add = ({ text }: SavedReply) => {
    setChoosing(false);
    answer.add(text);
    setAdded(added + 1);
  };
  const name = firstName(conversation.senderName);
  return (
    <>
      {answer.conflict && <AnswerConflict {...answer.conflict} />}
      <RichTextField
        key={`${answer.edition} ${added}`}
        control={form.control}
        name="messageBody"
        label={`Your answer to ${name}`}
        marks={LETTER_MARKS}
        minHeight={240}
        {...((autoFocus || added > 0) && { autoFocus: true })}
        placeholder={`Dear ${name},`}
        counter={(html) =>
          isFree(conversation) ? (
            <CharCount count={plainText(html).length} />
          ) : (
            <AnswerCount {...{ html, conversation }} />
          )
        }
        onInput={writing.count}
        keep={answer.keepText}
      />
      {answer.draft && (
        <DraftStatus
          state={answer.draft}
          isEmpty={answer.draft.words.text === ''}
          saved="Saved, on all your devices."
        />
      )}
      {!movedOn && (
        <Button size="md" variant="quiet" onClick={() => setChoosing(true)}>
          Add a saved reply
        </Button>
      )}
      {isChoosing && <SavedRepliesDialog onChoose={add} onClose={() => setChoosing(false)} />}
      {!movedOn && (
        <AfterAnswer
          conversation={conversation}
          declaration={{
            control: form.control,
            counts: writing.counts,
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

/** The time that is left to answer. During a pause: when it ends at the latest. */
export function timeWords({ status, deadlineAt, price }: Conversation, now: Instant): string {
  if (isFree({ price })) return 'It waits until it’s answered.';
  const until = deadlineWords(deadlineAt, now);
  return status === 'NEEDS_INFO'
    ? `Your time is paused: until ${until} at the latest.`
    : `${timeLeftWords(deadlineAt, now)}, until ${until}.`;
}
