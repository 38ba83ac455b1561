import { useMutation, useQuery } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { useState } from 'react';
import { Link, Navigate, useNavigate } from 'react-router';
import { viewDashboardStats } from '../../../../../shared/api/accounts.ts';
import { checkPendingInbox, viewOrderList } from '../../../../../shared/api/conversations.ts';
import { createSupportTicket } from '../../../../../shared/api/support.ts';
import { SUPPORT_USERNAME } from '../../../../../shared/brand.ts';
import {
  firstMessage,
  MESSAGE_MIN,
  plainText,
  SUBJECT_MAX,
  SUBJECT_MIN,
  subject as subjectRule,
} from '../../../../../shared/rules/conversations/messages.ts';
import { call, isRefusal } from '../../../api/client.ts';
import { useCurrentUser } from '../../../api/current-user.ts';
import { refresh } from '../../../api/queries.ts';
import { useSendOnce } from '../../../api/send-once.ts';
import { ruleError } from '../../../forms/rule-error.ts';
import { showFirstError } from '../../../forms/show-first-error.ts';
import { sentenceOf } from '../../../forms/submission.ts';
import { useDraft } from '../../../forms/use-draft.ts';
import { paths } from '../../../paths.ts';
import { FormPage } from '../../../shell/FormPage.tsx';
import { Page } from '../../../shell/Page.tsx';
import { usePreviousAddress } from '../../../shell/previous-address.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { CharCount } from '../../../ui/CharCount.tsx';
import { Field } from '../../../ui/Field.tsx';
import { RichTextEditor } from '../../../ui/RichTextEditor.tsx';
import { LETTER_MARKS } from '../../../ui/rich-text-marks.ts';
import { LetterSkeleton } from '../../../ui/Skeletons.tsx';
import { TextInput } from '../../../ui/TextInput.tsx';
import { toast } from '../../../ui/Toast.tsx';
import { ticketQueries } from './support-queries.ts';

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
  const back = usePreviousAddress(paths.dashboard());
  const subjectDraft = useDraft(DRAFT.subject);
  const textDraft = useDraft(DRAFT.text);
  const [subject, setSubject] = useState(subjectDraft.read);
  const [text, setText] = useState(textDraft.read);
  const [asked, setAsked] = useState(false);
  const faults = { subject: ruleError(subjectRule, subject), text: ruleError(firstMessage, text) };
  const sending = useSendTicket(() => {
    subjectDraft.clear();
    textDraft.clear();
  });
  const pending = isRefusal(sending.error, 'PENDING_INBOX_EXISTS');
  const submit = () => {
    setAsked(true);
    if (faults.subject ?? faults.text) return showFirstError();
    sending.mutate({ messageSubject: subject, messageText: text });
  };
  return (
    <FormPage
      title={TITLE}
      back={back}
      lead="Tell us what is wrong or unclear. The answer comes to your Outbox."
      submit="Send Message"
      busy={sending.isPending}
      error={sending.error && !pending ? (sentenceOf(sending.error) ?? FAILED) : undefined}
      onSubmit={submit}
      note="A help ticket is free of charge."
      secondary={
        <Button variant="quiet" block render={<Link to={back} />}>
          Cancel
        </Button>
      }
    >
      {pending && <OneAtATime ticketId={undefined} />}
      <Field
        label="Subject"
        error={asked ? faults.subject : undefined}
        counter={<CharCount count={subject.length} min={SUBJECT_MIN} max={SUBJECT_MAX} />}
      >
        <TextInput
          value={subject}
          maxLength={SUBJECT_MAX}
          enterKeyHint="next"
          autoComplete="off"
          placeholder="What is it about?"
          onChange={({ currentTarget: { value } }) => {
            setSubject(value);
            subjectDraft.write(value);
          }}
        />
      </Field>
      <Field
        label="Message"
        group
        error={asked ? faults.text : undefined}
        counter={<CharCount count={plainText(text).length} min={MESSAGE_MIN} />}
      >
        <RichTextEditor
          marks={LETTER_MARKS}
          value={text}
          minHeight={220}
          placeholder="What did you do, what happened, and what did you expect?"
          onValueChange={(html) => {
            setText(html);
            textDraft.write(html);
          }}
        />
      </Field>
    </FormPage>
  );
}

/** Sends a ticket once: its idempotency key lives as long as its draft. */
function useSendTicket(forgetDraft: () => void) {
  const navigate = useNavigate();
  const once = useSendOnce('helpTicket');
  return useMutation({
    mutationFn: (ticket: { messageSubject: string; messageText: string }) =>
      once.send((options) => call(createSupportTicket, ticket, options)),
    onSuccess: async () => {
      forgetDraft();
      toast.success('Your help ticket was sent. The answer comes here.');
      navigate(paths.orders(), { replace: true });
      void refresh(viewOrderList, viewDashboardStats, checkPendingInbox);
    },
  });
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
        We have not answered your last ticket yet. You can write another one once we have.
        {begun && ' What you wrote stays on this device until then.'}
      </Banner>
    </div>
  );
}

function hasBegun(): boolean {
  const text = localStorage.getItem(DRAFT.text) ?? '';
  return (localStorage.getItem(DRAFT.subject) ?? '') !== '' || plainText(text) !== '';
}
