import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, Navigate } from 'react-router';
import { viewDashboardStats } from '#shared/api/accounts.ts';
import { viewOrderList } from '#shared/api/conversation-lists.ts';
import { checkPendingInbox } from '#shared/api/pending-inbox.ts';
import { createSupportTicket } from '#shared/api/support.ts';
import { SUPPORT_USERNAME } from '#shared/brand.ts';
import { plainText } from '#shared/rules/conversations/messages.ts';
import { call, isRefusal } from '#web/api/client.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { failureWords } from '#web/api/failure-words.ts';
import { refresh } from '#web/api/queries.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { useSendOnce } from '#web/api/send-once.ts';
import { deviceStorage } from '#web/api/storage.ts';
import { useSubmission } from '#web/forms/submission.ts';
import { useDraft } from '#web/forms/use-draft.ts';
import { paths } from '#web/paths.ts';
import { FormPage } from '#web/shell/FormPage.tsx';
import { useLeaveForm } from '#web/shell/leave-form.ts';
import { Page } from '#web/shell/Page.tsx';
import { usePreviousAddress } from '#web/shell/previous-address.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { LetterSkeleton } from '#web/ui/Skeletons.tsx';
import { toast } from '#web/ui/Toast.tsx';
import { MessageFields } from '../../conversations/MessageFields.tsx';
import { ticketQueries } from './support-queries.ts';

export const loader = queryLoader(ticketQueries);

/** `/help-ticket`: sends a free message to support. docs/product/support.md#sending-a-ticket */
export function Component() {
  const { username } = useCurrentUser();
  // The support account receives the tickets in its inbox.
  if (username === SUPPORT_USERNAME) return <Navigate to={paths.inbox()} replace />;
  return <Ticket />;
}

/** Checks first whether a ticket is pending already, so that nobody writes one in vain. */
function Ticket() {
  const back = usePreviousAddress(paths.dashboard());
  const waiting = useQuery(ticketQueries().waiting);
  // If the check fails, writing is allowed: the server checks again when the ticket is sent.
  if (!waiting.isLoading && !waiting.data?.hasPendingInbox) return <TicketForm />;
  return (
    <Page title={TITLE} back={back}>
      {waiting.data ? <OneAtATime ticketId={waiting.data.inboxId} /> : <LetterSkeleton />}
    </Page>
  );
}

/** The storage keys of the draft. */
const DRAFT = { subject: 'helpTicket_subject', text: 'helpTicket_text' } as const;
const TITLE = 'Create a Help Ticket';
const FAILED = 'There was an error submitting your message';

function TicketForm() {
  const leave = useLeaveForm();
  const back = usePreviousAddress(paths.dashboard());
  const subject = useDraft(DRAFT.subject);
  const text = useDraft(DRAFT.text);
  // The key lives as long as the draft.
  const once = useSendOnce('helpTicket');
  const form = useForm({
    resolver: zodResolver(createSupportTicket.input),
    defaultValues: { messageSubject: subject.read(), messageText: text.read() },
  });
  const submission = useSubmission(form, {
    failed: FAILED,
    explain: (thrown) => failureWords(FAILED, thrown),
    send: async (ticket) => {
      await once.send((options) => call(createSupportTicket, ticket, options));
      subject.clear();
      text.clear();
      toast.success('Your help ticket was sent. The answer comes here.');
      leave(paths.orders());
      void refresh(viewOrderList, viewDashboardStats, checkPendingInbox);
    },
  });
  const pending = isRefusal(submission.fault, 'PENDING_INBOX_EXISTS');
  return (
    <FormPage
      stickyBar
      title={TITLE}
      back={back}
      lead="Tell us what is wrong or unclear. It waits until a person answers it, and the answer comes to your Outbox."
      submit="Send Message"
      {...submission}
      error={pending ? undefined : submission.error}
      note="A help ticket is free."
      paired
      secondary={
        <Button variant="quiet" render={<Link to={back} />}>
          Cancel
        </Button>
      }
    >
      {pending && <OneAtATime ticketId={undefined} />}
      <div className="letter sheet-rows">
        <MessageFields
          form={form}
          placeholder="What did you do, what happened, and what did you expect?"
          keepSubject={subject.write}
          keepText={text.write}
        />
      </div>
    </FormPage>
  );
}

/** Shown while another ticket is pending. `ticketId`: undefined if it is unknown. */
function OneAtATime({ ticketId }: { ticketId: string | undefined }) {
  const [begun] = useState(hasBegun);
  const to = ticketId ? paths.orderViewer(ticketId) : `${paths.orders()}?filter=PENDING`;
  return (
    <div role="alert">
      <Banner
        tone="held"
        icon={Clock}
        title="One help ticket at a time"
        action={
          <Button size="md" variant="quiet" render={<Link to={to} />}>
            See your pending ticket
          </Button>
        }
      >
        We haven’t answered your last ticket yet. It waits until we do. You can write another one
        once we have.
        {begun && ' What you wrote stays on this device until then.'}
      </Banner>
    </div>
  );
}

function hasBegun(): boolean {
  const text = deviceStorage.getItem(DRAFT.text) ?? '';
  return (deviceStorage.getItem(DRAFT.subject) ?? '') !== '' || plainText(text) !== '';
}
