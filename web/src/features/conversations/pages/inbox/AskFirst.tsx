import { zodResolver } from '@hookform/resolvers/zod';
import { Clock } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { askForInformation } from '../../../../../../shared/api/clarifications.ts';
import { CLARIFICATION_TIME } from '../../../../../../shared/rules/conversations/clarification.ts';
import { later } from '../../../../../../shared/time.ts';
import { call } from '../../../../api/client.ts';
import { queryLoader } from '../../../../api/screen-loader.ts';
import { useNow } from '../../../../api/use-now.ts';
import { useDraft } from '../../../../forms/use-draft.ts';
import { paths } from '../../../../paths.ts';
import { deadlineWords } from '../../../../shell/dates.ts';
import { Banner } from '../../../../ui/Banner.tsx';
import { toast } from '../../../../ui/Toast.tsx';
import { ClarificationField } from '../../ClarificationField.tsx';
import { ConversationPage } from '../../ConversationPage.tsx';
import { type Conversation, firstName } from '../../conversation.ts';
import { EndingForm, useEnding } from '../../EndingForm.tsx';
import { inboxFormQueries } from './inbox-thread-queries.ts';

export const loader = queryLoader(inboxFormQueries);

/**
 * `/ask-first/{inboxId}`: the recipient's clarifying question, once and free of charge.
 * docs/product/conversations.md#a-clarifying-question
 */
export function Component() {
  return (
    <ConversationPage side="recipient" title="Ask one question first" polled>
      {(conversation) => <QuestionForm conversation={conversation} />}
    </ConversationPage>
  );
}

const formSchema = z.pick(askForInformation.input, { messageBody: true });

function QuestionForm({ conversation }: { conversation: Conversation }) {
  const navigate = useNavigate();
  const now = useNow();
  const { id } = conversation;
  const back = paths.inboxViewer(id);
  const name = firstName(conversation.senderName);
  const draftKey = `askForInformation_${id}`;
  const draft = useDraft(draftKey);
  const form = useForm({
    resolver: zodResolver(formSchema),
    defaultValues: { messageBody: draft.read() },
  });
  const sending = useEnding(form, {
    conversation,
    side: 'recipient',
    action: 'askForInformation',
    draftKey,
    failed: 'There was an error while sending. Please try again.',
    send: async (written, options) => {
      await call(askForInformation, { inboxId: id, ...written }, options);
      draft.clear();
    },
    leave: () => {
      toast.success('Sent');
      navigate(back, { replace: true });
    },
  });
  return (
    <EndingForm
      {...sending}
      title="Ask one question first"
      back={back}
      submit="Send the question"
      note="You can ask once. You can still answer at any time."
    >
      <Banner tone="held" icon={Clock} title="Free, and not your answer">
        {name} has 72 hours to reply. Until then your time to answer is paused, at the latest until{' '}
        {deadlineWords(later(now, CLARIFICATION_TIME), now)}.
      </Banner>
      <ClarificationField
        control={form.control}
        label={`Your question to ${name}`}
        placeholder="What do I need to know before I answer?"
        keep={draft.write}
      />
    </EndingForm>
  );
}
