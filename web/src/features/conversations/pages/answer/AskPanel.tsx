import { askForInformation } from '#shared/api/clarifications.ts';
import { call } from '#web/api/client.ts';
import { ClarificationField } from '../../ClarificationForm.tsx';
import { firstName } from '../../conversation.ts';
import { MOVED_ON_KEPT } from '../../EndingForm.tsx';
import { useClarification } from '../../use-clarification.ts';
import { QuestionBanner } from '../inbox/QuestionBanner.tsx';
import type { PanelProps } from './AnswerPanel.tsx';
import { SessionForm } from './SessionForm.tsx';

/* The clarifying question about the letter of the session. */
export function AskPanel({ conversation, now, onBack, onSent, beside }: PanelProps) {
  const { id: inboxId, senderName } = conversation;
  const name = firstName(senderName);
  const clarification = useClarification({
    conversation,
    side: 'recipient',
    action: 'askForInformation',
    send: (messageBody, options) => call(askForInformation, { inboxId, messageBody }, options),
    leave: () => onSent(),
  });
  const { tooLate, busy, error, onSubmit } = clarification.ending;
  return (
    <SessionForm
      conversation={conversation}
      now={now}
      title={`Ask ${name} one question`}
      submit="Send the question"
      busy={busy}
      error={tooLate ? MOVED_ON_KEPT : error}
      isOver={tooLate}
      note="You can ask once. You can still answer at any time."
      onSubmit={onSubmit}
      onBack={onBack}
      isBeside={beside !== undefined}
    >
      <QuestionBanner name={name} now={now} />
      <ClarificationField
        clarification={clarification}
        label={`Your question to ${name}`}
        placeholder="What do I need to know before I answer?"
        autoFocus
      />
    </SessionForm>
  );
}
