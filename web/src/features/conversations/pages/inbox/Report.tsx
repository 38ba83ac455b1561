import { useMutation } from '@tanstack/react-query';
import { HeartHandshake } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { viewDashboardStats } from '../../../../../../shared/api/accounts.ts';
import { reportInbox } from '../../../../../../shared/api/conversations.ts';
import { formatMoney } from '../../../../../../shared/money.ts';
import {
  isRefundedReport,
  type ReportReason,
} from '../../../../../../shared/rules/conversations/conversations.ts';
import { may } from '../../../../../../shared/rules/conversations/state-machine.ts';
import { call, isRefusal } from '../../../../api/client.ts';
import { refresh } from '../../../../api/queries.ts';
import { useSendOnce } from '../../../../api/send-once.ts';
import { useNow } from '../../../../api/use-now.ts';
import { paths } from '../../../../paths.ts';
import { FormPage } from '../../../../shell/FormPage.tsx';
import { Banner } from '../../../../ui/Banner.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { Field } from '../../../../ui/Field.tsx';
import { RadioCards } from '../../../../ui/RadioCards.tsx';
import { AdditionalInformation } from '../../AdditionalInformation.tsx';
import { ConversationPage } from '../../ConversationPage.tsx';
import { type Conversation, firstName, statusNow } from '../../conversation.ts';
import { isFree } from '../../money-words.ts';
import { reportReasons } from '../../reasons.ts';
import { StatusChanged } from '../../StatusChanged.tsx';
import { HelpLines } from '../../thread/HelpLines.tsx';
import { refreshThread } from '../../thread/refresh-thread.ts';

/** `/report/{inboxId}`: reports a pending message. docs/product/conversations.md#reporting */
export function Component() {
  return (
    <ConversationPage side="recipient" title="Report Message">
      {(conversation) => <ReportForm conversation={conversation} />}
    </ConversationPage>
  );
}

const optionsOf = (free: boolean) =>
  reportReasons.map(({ value, label, hint, givesBack }) => ({
    value,
    label,
    hint: (
      <>
        {hint}
        {givesBack && !free && (
          <span className="block font-semibold text-back-text">Payment refunded</span>
        )}
      </>
    ),
  }));

function ReportForm({ conversation }: { conversation: Conversation }) {
  const navigate = useNavigate();
  const back = paths.inboxViewer(conversation.id);
  const [reasonCode, setReason] = useState<ReportReason>('NOT_ME');
  const [additionalInformation, setInformation] = useState('');
  const once = useSendOnce();
  const reporting = useMutation({
    mutationFn: () =>
      once.send((options) =>
        call(reportInbox, { inboxId: conversation.id, reasonCode, additionalInformation }, options),
      ),
    onSuccess: async () => {
      await Promise.all([refreshThread('recipient'), refresh(viewDashboardStats)]).catch(
        () => undefined,
      );
      navigate(back, { replace: true });
    },
    onError: (error) => {
      if (isRefusal(error, 'WRONG_STATUS')) void refreshThread('recipient');
    },
  });
  const now = useNow();
  // This very request may have changed the status; then the page navigates by itself.
  const done = reporting.isPending || reporting.isSuccess || once.isUnanswered();
  const blocked = !done && !may('recipient', 'report', statusNow(conversation, now));
  if (blocked) return <StatusChanged title="Report Message" back={back} />;
  return (
    <FormPage
      title="Report Message"
      back={back}
      submit="Submit Report"
      busy={reporting.isPending}
      error={errorWords(reporting.error)}
      onSubmit={() => reporting.mutate()}
      note={moneyWords(conversation, reasonCode)}
      secondary={
        <Button block variant="quiet" render={<Link to={back} />}>
          Back
        </Button>
      }
    >
      <Field label="Why do you report it?" group>
        <RadioCards
          value={reasonCode}
          onValueChange={setReason}
          options={optionsOf(isFree(conversation))}
        />
      </Field>
      {reasonCode === 'SUICIDE_SELFINJURY' && (
        <Banner tone="held" icon={HeartHandshake} title="Thank you for looking out for them">
          <p className="mb-2">
            We show the sender where to find help now. If you want to pass it on yourself:
          </p>
          <HelpLines />
        </Banner>
      )}
      <AdditionalInformation value={additionalInformation} onValueChange={setInformation} />
    </FormPage>
  );
}

/** Explains the effect of the chosen reason on the sender's money. */
function moneyWords(conversation: Conversation, reason: ReportReason): string {
  const { price } = conversation;
  const name = firstName(conversation.senderName);
  if (isFree(conversation)) {
    const looked = isRefundedReport(reason) ? '' : ' Their account is looked at.';
    return `${name} paid nothing and is not charged.${looked}`;
  }
  return isRefundedReport(reason)
    ? `${name} gets all ${formatMoney(price)} back. You earn nothing from a report.`
    : `${name} is charged ${formatMoney(price)} and their account is looked at. You earn nothing from a report.`;
}

function errorWords(error: Error | null): string | undefined {
  if (!error) return undefined;
  return isRefusal(error, 'WRONG_STATUS', 'UNAVAILABLE')
    ? error.message
    : 'There was an error while reporting the message. Please try again.';
}
