import type { Instant } from '../../../../../../shared/time.ts';
import { type Conversation, firstName } from '../../conversation.ts';
import { TierLine } from '../../thread/TierLine.tsx';
import { PaidAnswerFields, sendWords, timeWords } from '../inbox/PaidAnswerFields.tsx';
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
      title={`Answer ${firstName(conversation.senderName)}`}
      submit={sendWords(conversation)}
      submitVariant="money"
      busy={answer.busy}
      error={movedOn ?? answer.error}
      isOver={movedOn !== undefined}
      note={timeWords(conversation, now)}
      onSubmit={answer.onSubmit}
      onBack={onBack}
    >
      {conversation.tier && <TierLine tier={conversation.tier} />}
      <PaidAnswerFields conversation={conversation} answer={answer} autoFocus />
    </SessionForm>
  );
}
