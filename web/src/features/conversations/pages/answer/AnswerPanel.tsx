import type { Instant } from '#shared/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { type Conversation, firstName } from '../../conversation.ts';
import { isFree } from '../../money-words.ts';
import { PaidAnswerFields, sendWords } from '../inbox/PaidAnswerFields.tsx';
import { usePaidAnswer } from '../inbox/use-paid-answer.ts';
import { SessionForm } from './SessionForm.tsx';

export type PanelProps = {
  /** With its status at `now`. */
  conversation: Conversation;
  now: Instant;
  onBack: () => void;
  onSent: (outcome?: 'answered' | 'unsent') => void;
  /** Given at the right of the letter, where the answer is open from the start and can be put off. */
  beside?: { readonly onLater: (() => void) | undefined };
};

/* The answer to the letter of the session. */
export function AnswerPanel({ conversation, now, onBack, onSent, beside }: PanelProps) {
  const answer = usePaidAnswer(conversation, onSent);
  const { movedOn } = answer;
  return (
    <SessionForm
      conversation={conversation}
      now={now}
      title={`Answer ${firstName(conversation.senderName)}`}
      submit={sendWords(conversation)}
      {...(!isFree(conversation) && { submitVariant: 'money' })}
      busy={answer.busy}
      error={movedOn ?? answer.error}
      isOver={movedOn !== undefined}
      onSubmit={answer.onSubmit}
      onBack={onBack}
      isBeside={beside !== undefined}
      isFromStart={beside !== undefined}
      secondary={
        beside?.onLater && (
          <Button variant="quiet" aria-keyshortcuts="l" onClick={beside.onLater}>
            Later
          </Button>
        )
      }
    >
      <PaidAnswerFields
        conversation={conversation}
        answer={answer}
        {...(!beside && { autoFocus: true })}
      />
    </SessionForm>
  );
}
