import { MOVED_ON_KEPT } from '../../EndingForm.tsx';
import { DeclineFields } from '../inbox/DeclineFields.tsx';
import { useDecline } from '../inbox/use-decline.ts';
import type { PanelProps } from './AnswerPanel.tsx';
import { SessionForm } from './SessionForm.tsx';

/* Returns the letter of the session, with an optional kind word. */
export function DeclinePanel({ conversation, now, onBack, onSent, beside }: PanelProps) {
  const decline = useDecline(conversation, () => onSent());
  const { tooLate, busy, error, onSubmit } = decline.ending;
  return (
    <SessionForm
      conversation={conversation}
      now={now}
      title="Decline kindly"
      submit="Decline"
      busy={busy}
      error={tooLate ? MOVED_ON_KEPT : error}
      isOver={tooLate}
      note="This can’t be undone."
      onSubmit={onSubmit}
      onBack={onBack}
      isBeside={beside !== undefined}
    >
      <DeclineFields conversation={conversation} decline={decline} />
    </SessionForm>
  );
}
