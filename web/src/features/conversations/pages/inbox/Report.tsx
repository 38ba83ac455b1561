import { zodResolver } from '@hookform/resolvers/zod';
import { HeartHandshake } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { reportInbox } from '#shared/api/inbox-reports.ts';
import { freeReportEffect, reportEffect } from '#shared/messages/payments.ts';
import { isRefundedReport } from '#shared/rules/conversations/refunded-reports.ts';
import type { ReportReason } from '#shared/rules/conversations/report-reasons.ts';
import { call } from '#web/api/client.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { HelpNow } from '#web/features/safety/HelpNow.tsx';
import { useDraftForm } from '#web/forms/draft-form.ts';
import { paths } from '#web/paths.ts';
import { useLeaveForm } from '#web/shell/leave-form.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { ConversationPage } from '../../ConversationPage.tsx';
import { type Conversation, firstName } from '../../conversation.ts';
import { EndingForm, useEnding } from '../../EndingForm.tsx';
import { isFree } from '../../money-words.ts';
import { ReasonFields } from '../../ReasonFields.tsx';
import { reportReasons } from '../../reasons.ts';
import { HelpLines } from '../../thread/HelpLines.tsx';
import { inboxFormQueries } from './inbox-thread-queries.ts';

export const loader = queryLoader(inboxFormQueries);

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

const formSchema = z.omit(reportInbox.input, { inboxId: true });

function ReportForm({ conversation }: { conversation: Conversation }) {
  const leave = useLeaveForm('top');
  const back = paths.inboxViewer(conversation.id);
  const draftKey = `report_${conversation.id}`;
  const { form, clearDraft } = useDraftForm({
    draftKey,
    resolver: zodResolver(formSchema),
    defaultValues: { reasonCode: 'NOT_ME' as ReportReason, additionalInformation: '' },
  });
  const reason = useWatch({ control: form.control, name: 'reasonCode' });
  const ending = useEnding(form, {
    conversation,
    side: 'recipient',
    action: 'report',
    draftKey,
    failed: 'There was an error while reporting the message. Please try again.',
    send: async (report, options) => {
      await call(reportInbox, { inboxId: conversation.id, ...report }, options);
      clearDraft();
    },
    leave: () => leave(back),
  });
  return (
    <EndingForm
      {...ending}
      title="Report Message"
      back={back}
      submit="Submit Report"
      note={moneyWords(conversation, reason)}
    >
      <ReasonFields
        form={form}
        label="Why do you report it?"
        options={optionsOf(isFree(conversation))}
      >
        {reason === 'SUICIDE_SELFINJURY' ? (
          <Banner tone="held" icon={HeartHandshake} title="Thank you for looking out for them">
            <p className="mb-2">
              We show the sender where to find help now. If you want to pass it on yourself:
            </p>
            <HelpLines />
          </Banner>
        ) : (
          <HelpNow reason={reason} />
        )}
      </ReasonFields>
    </EndingForm>
  );
}

/** Explains the effect of the chosen reason on the sender's money. */
function moneyWords(conversation: Conversation, reason: ReportReason): string {
  const { price } = conversation;
  const name = firstName(conversation.senderName);
  const isRefunded = isRefundedReport(reason);
  return isFree(conversation)
    ? freeReportEffect(name, isRefunded)
    : reportEffect({ name, price, isRefunded });
}
