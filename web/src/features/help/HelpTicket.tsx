import { useMutation } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { useState } from 'react';
import { Link, Navigate, useNavigate } from 'react-router-dom';
import { viewDashboardStats } from '../../../../shared/api/account.ts';
import {
  checkPendingInbox,
  createSupportTicket,
  viewOrderList,
} from '../../../../shared/api/conversations.ts';
import { SUPPORT_USERNAME } from '../../../../shared/brand.ts';
import {
  firstMessage,
  MESSAGE_MIN,
  plainText,
  SUBJECT_MAX,
  SUBJECT_MIN,
  subject as subjectRule,
} from '../../../../shared/rules/conversations.ts';
import { call, isRefusal } from '../../api/client.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { refresh } from '../../api/queries.ts';
import { useSendOnce } from '../../api/send-once.ts';
import { sentenceOf } from '../../api/submission.ts';
import { faultOf } from '../../conversation/fault.ts';
import { showFirstFault } from '../../conversation/show-fault.ts';
import { useDraft } from '../../conversation/use-draft.ts';
import { paths } from '../../paths.ts';
import { useCameFrom } from '../../shell/came-from.ts';
import { FormPage } from '../../shell/FormPage.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { CharCount } from '../../ui/CharCount.tsx';
import { Field } from '../../ui/Field.tsx';
import { RichTextEditor } from '../../ui/RichTextEditor.tsx';
import { LETTER_MARKS } from '../../ui/rich-text-marks.ts';
import { TextInput } from '../../ui/TextInput.tsx';
import { toast } from '../../ui/Toast.tsx';

/** `/help-ticket`: a message to the product itself, free of charge. Spec part 2, sections 2 and 5. */
export function Component() {
  const { username } = useCurrentUser();
  // Whoever answers the tickets has them in the inbox.
  if (username === SUPPORT_USERNAME) return <Navigate to={paths.inbox()} replace />;
  return <TicketForm />;
}

const FAILED = 'There was an error submitting your message';

function TicketForm() {
  const back = useCameFrom(paths.dashboard());
  const subjectDraft = useDraft('helpTicket_subject');
  const textDraft = useDraft('helpTicket_text');
  const [subject, setSubject] = useState(subjectDraft.read);
  const [text, setText] = useState(textDraft.read);
  const [asked, setAsked] = useState(false);
  const faults = { subject: faultOf(subjectRule, subject), text: faultOf(firstMessage, text) };
  const sending = useSendTicket(() => {
    subjectDraft.clear();
    textDraft.clear();
  });
  const pending = isRefusal(sending.error, 'PENDING_INBOX_EXISTS');
  const submit = () => {
    setAsked(true);
    if (faults.subject ?? faults.text) return showFirstFault();
    sending.mutate({ messageSubject: subject, messageText: text });
  };
  return (
    <FormPage
      title="Create a Help Ticket"
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
      {pending && <OneAtATime />}
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

/** One ticket, however often it is sent: its key lives as long as its draft. */
function useSendTicket(forgetDraft: () => void) {
  const navigate = useNavigate();
  const once = useSendOnce('helpTicket');
  return useMutation({
    mutationFn: (ticket: { messageSubject: string; messageText: string }) =>
      once.send((options) => call(createSupportTicket, ticket, options)),
    onSuccess: async () => {
      forgetDraft();
      await refresh(viewOrderList, viewDashboardStats, checkPendingInbox).catch(() => undefined);
      toast.success('Your help ticket was sent. The answer comes here.');
      navigate(paths.orders(), { replace: true });
    },
  });
}

function OneAtATime() {
  return (
    <div role="alert">
      <Banner
        tone="held"
        icon={Clock}
        title="One help ticket at a time"
        action={
          <Button
            size="md"
            variant="quiet"
            render={<Link to={`${paths.orders()}?filter=PENDING`} />}
          >
            See your pending ticket
          </Button>
        }
      >
        We have not answered your last ticket yet. What you wrote stays here until then.
      </Banner>
    </div>
  );
}
