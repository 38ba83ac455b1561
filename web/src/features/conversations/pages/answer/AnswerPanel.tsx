import type { Instant } from '../../../../../../shared/time.ts';
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
};

/* The answer to the letter of the session. */
export function AnswerPanel({ conversation, now, onBack, onSent }: PanelProps) {
  const answer = usePaidAnswer(conversation, onSent);
  const { movedOn } = answer;
  return (
    <SessionForm
      {...{ conversation, now }}
      title={`Answer ${firstName(conversation.senderName)}`}
      submit={sendWords(conversation)}
      {...(!isFree(conversation) && { submitVariant: 'money' })}
      busy={answer.busy}
      error={movedOn ?? answer.error}
      isOver={movedOn !== undefined}
      onSubmit={answer.onSubmit}
      onBack={onBack}
    >
      <PaidAnswerFields conversation={conversation} answer={answer} autoFocus />
    </SessionForm>
  );
}
