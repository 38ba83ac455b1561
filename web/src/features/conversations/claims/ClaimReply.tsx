import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { beforeContesting } from '#shared/messages/claims.ts';
import { useViewerId } from '#web/api/viewer.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Segments } from '#web/ui/Segments.tsx';
import { LetterSkeleton } from '#web/ui/Skeletons.tsx';
import { type Conversation, firstName } from '../conversation.ts';
import { MOVED_ON_KEPT } from '../EndingForm.tsx';
import { useThread } from '../thread/use-thread.ts';
import { ContestSheet, useContest } from './ContestSheet.tsx';
import { ImprovedSheet, useImprovedAnswer } from './ImprovedSheet.tsx';

/*
 * The reply to a claim, where the answer was written: the recipient either improves the answer or contests the claim, and each keeps
 * its text while the other one is chosen. docs/product/conversations.md#claims
 */

export type ClaimChoice = 'improve' | 'contest';

/** What the form around the fields gets: a screen, or the pane at the right of the letter. */
type ClaimFrame = {
  submit: string;
  busy: boolean;
  error: string | undefined;
  /** Whether nothing can be sent anymore; `error` says why. */
  blocked: boolean;
  /** A way back, once nothing can be sent. */
  secondary: ReactNode;
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown;
  children: ReactNode;
};

export type ClaimReplyProps = {
  /** As of now. */
  conversation: Conversation;
  /** What is chosen at first. */
  initial: ClaimChoice;
  frame: (form: ClaimFrame) => ReactNode;
  /** Called when it was sent, or when nothing can be sent anymore and nothing is written. */
  onClose: () => void;
};

export function ClaimReply(props: ClaimReplyProps) {
  const thread = useThread(props.conversation.id, 'recipient', useViewerId());
  const answer = thread.data?.find(({ kind }) => kind === 'PAID_RESPONSE')?.body;
  const isLoaded = thread.data !== undefined && !thread.hasNextPage;
  const isKnown = answer !== undefined || isLoaded || thread.isError;
  return isKnown ? <ReplyForms {...props} answer={answer ?? ''} /> : <LetterSkeleton />;
}

/** `answer`: the text that was sent. */
function ReplyForms(props: ClaimReplyProps & { answer: string }) {
  const { conversation, initial, answer, onClose } = props;
  const [choice, setChoice] = useState(initial);
  const improved = useImprovedAnswer(conversation, answer, onClose);
  const contest = useContest(conversation, onClose);
  const { sending } = choice === 'improve' ? improved : contest;
  const { tooLate } = sending;
  const isOver = tooLate && !improved.isWritten && !contest.isWritten;
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (isOver) close();
  }, [isOver]);
  return props.frame({
    submit: choice === 'improve' ? 'Send the improved answer' : 'Contest it',
    busy: sending.busy,
    error: tooLate ? MOVED_ON_KEPT : sending.error,
    blocked: tooLate,
    secondary: tooLate && (
      <Button block variant="quiet" onClick={onClose}>
        Back to the conversation
      </Button>
    ),
    onSubmit: sending.onSubmit,
    children: (
      <>
        <Field label="Your reply to the claim" labelHidden group="radios">
          <Segments value={choice} onValueChange={setChoice} options={CHOICES} />
        </Field>
        {choice === 'improve' ? (
          <ImprovedSheet conversation={conversation} improved={improved} />
        ) : (
          <ContestSheet contest={contest} />
        )}
        <p className="text-[0.9375rem] text-soft">
          {afterwards(choice, firstName(conversation.senderName))}
        </p>
      </>
    ),
  });
}

const CHOICES: readonly { value: ClaimChoice; label: string }[] = [
  { value: 'improve', label: 'Improve the answer' },
  { value: 'contest', label: 'Contest the claim' },
];

function afterwards(choice: ClaimChoice, name: string): string {
  return choice === 'improve'
    ? `You can improve it once. ${name} then has 72 hours to ask us to decide. If they don’t, the frozen amount is in your balance again.`
    : beforeContesting(name);
}
