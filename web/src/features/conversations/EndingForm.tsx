import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Link } from 'react-router';
import { viewDashboardStats } from '../../../../shared/api/accounts.ts';
import { checkPendingInbox } from '../../../../shared/api/pending-inbox.ts';
import type { Side } from '../../../../shared/rules/conversations/conversations.ts';
import { may } from '../../../../shared/rules/conversations/state-machine.ts';
import { type CallOptions, isRefusal } from '../../api/client.ts';
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
    explain: (fault) => (isRefusal(fault, 'WRONG_STATUS', 'UNAVAILABLE') ? fault.message : failed),
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
  return { ...submission, tooLate };
}

export type EndingFormProps = Omit<FormPageProps, 'secondary' | 'back'> & {
  back: string;
  tooLate: boolean;
};

export function EndingForm({ tooLate, title, back, ...form }: EndingFormProps) {
  if (tooLate) return <StatusChanged title={title} back={back} />;
  return (
    <FormPage
      {...form}
      title={title}
      back={back}
      secondary={
        <Button block variant="quiet" render={<Link to={back} />}>
          Back
        </Button>
      }
    />
  );
}
