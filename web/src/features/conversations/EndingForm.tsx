import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Link } from 'react-router';
import { viewDashboardStats } from '#shared/api/accounts.ts';
import { checkPendingInbox } from '#shared/api/pending-inbox.ts';
import { REFUSALS } from '#shared/refusals.ts';
import type { Side } from '#shared/rules/conversations/conversations.ts';
import { plainText } from '#shared/rules/conversations/messages.ts';
import { may } from '#shared/rules/conversations/state-machine.ts';
import { type CallOptions, isRefusal } from '../../api/client.ts';
import { failedBecause } from '../../api/failure-words.ts';
import { useSendOnce } from '../../api/send-once.ts';
import { useNow } from '../../api/use-now.ts';
import { useSubmission } from '../../forms/submission.ts';
import { FormPage, type FormPageProps } from '../../shell/FormPage.tsx';
import { Button } from '../../ui/Button.tsx';
import { type Conversation, statusNow } from './conversation.ts';
import { StatusChanged } from './StatusChanged.tsx';
import { changeThread } from './thread/refresh-thread.ts';

/* Forms that end a pending conversation (decline, report, cancel), and forms for clarifying questions and claims. */

type Sending<Values> = {
  readonly side: Side;
  /** The storage key of the form's draft, if it has one. */
  readonly draftKey?: string;
  readonly failed: string;
  readonly send: (values: Values, options: CallOptions) => Promise<unknown>;
  /** Called when it was sent: leaves the page. */
  readonly leave: () => void;
};

export type Ending<Values> = Sending<Values> & {
  readonly conversation: Conversation;
  readonly action: 'decline' | 'report' | 'cancel' | 'askForInformation' | 'giveInformation';
};

/** Submits a form that the status allows. `tooLate`: the status has changed, and nothing can be sent. */
export function useEnding<Fields extends FieldValues, Values>(
  form: UseFormReturn<Fields, unknown, Values>,
  { conversation, action, ...sending }: Ending<Values>,
) {
  const now = useNow();
  return useThreadForm(form, {
    ...sending,
    possible: may(sending.side, action, statusNow(conversation, now)),
  });
}

/** Submits a form about a conversation. `possible`: whether it can be sent now. */
export function useThreadForm<Fields extends FieldValues, Values>(
  form: UseFormReturn<Fields, unknown, Values>,
  {
    side,
    possible,
    draftKey,
    failed,
    send,
    leave,
  }: Sending<Values> & { readonly possible: boolean },
) {
  const once = useSendOnce(draftKey);
  const submission = useSubmission(form, {
    failed,
    explain: (fault) => {
      return isRefusal(fault, 'UNAVAILABLE', 'WRONG_STATUS')
        ? failedBecause(failed, fault.message)
        : failed;
    },
    send: async (values) => {
      await changeThread(
        side,
        () => once.send((options) => send(values, options)),
        viewDashboardStats,
        checkPendingInbox,
      );
      leave();
    },
  });
  // This very request may have changed the status; then the page navigates by itself.
  const isOwn = submission.busy || submission.sent || once.isUnanswered();
  const tooLate = !isOwn && !possible;
  return { ...submission, tooLate, isWritten: isWritten(form.getValues()) };
}

/** Whether something is typed in a form; the chosen reason is not. */
const isWritten = ({ reason, reasonCode, ...texts }: FieldValues): boolean =>
  Object.values(texts).some((text) => typeof text === 'string' && plainText(text).trim() !== '');

/** Said above a form whose conversation has changed its status. */
export const MOVED_ON_KEPT = `${REFUSALS.WRONG_STATUS.sentence} Nothing was sent. Your text is kept here.`;

export type EndingFormProps = Omit<FormPageProps, 'secondary' | 'back'> & {
  back: string;
  tooLate: boolean;
  isWritten: boolean;
  /** Said instead of the general sentence if the status has changed while somebody wrote. */
  tooLateWords?: string | undefined;
};

/** Keeps typed text on the screen when the status changes; an empty form gives way to the news. */
export function EndingForm(props: EndingFormProps) {
  const { tooLate, isWritten, tooLateWords = MOVED_ON_KEPT, title, back, ...form } = props;
  if (tooLate && !isWritten) return <StatusChanged title={title} back={back} />;
  return (
    <FormPage
      {...form}
      {...(tooLate && { error: tooLateWords, blocked: true, note: undefined })}
      title={title}
      back={back}
      secondary={
        <Button block variant="quiet" render={<Link to={back} />}>
          {tooLate ? 'Back to the conversation' : 'Back'}
        </Button>
      }
    />
  );
}
