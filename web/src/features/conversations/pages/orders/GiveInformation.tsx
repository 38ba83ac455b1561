import { zodResolver } from '@hookform/resolvers/zod';
import { Clock } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { giveInformation } from '../../../../../../shared/api/clarifications.ts';
import { call } from '../../../../api/client.ts';
import { queryLoader } from '../../../../api/screen-loader.ts';
import { useDraft } from '../../../../forms/use-draft.ts';
import { paths } from '../../../../paths.ts';
import { deadlineWords } from '../../../../shell/dates.ts';
import { Banner } from '../../../../ui/Banner.tsx';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { toast } from '../../../../ui/Toast.tsx';
import { ClarificationField } from '../../ClarificationField.tsx';
import { ConversationPage } from '../../ConversationPage.tsx';
import { type Conversation, firstName } from '../../conversation.ts';
import { EndingForm, useEnding } from '../../EndingForm.tsx';
import { orderThreadQueries } from './order-queries.ts';

const QuotedClarification = lazyPart(
  async () => (await import('./QuotedClarification.tsx')).QuotedClarification,
);

export const loader = queryLoader(orderThreadQueries);

/**
 * `/give-information/{orderId}`: the sender's reply to the recipient's clarifying question.
 * docs/product/conversations.md#a-clarifying-question
 */
export function Component() {
  return (
    <ConversationPage side="sender" title="Reply to the question" polled>
      {(conversation) => <InformationForm conversation={conversation} />}
    </ConversationPage>
  );
}

const formSchema = z.pick(giveInformation.input, { messageBody: true });

function InformationForm({ conversation }: { conversation: Conversation }) {
  const navigate = useNavigate();
  const { id, clarification } = conversation;
  const back = paths.orderViewer(id);
  const name = firstName(conversation.recipientName);
  const draftKey = `giveInformation_${id}`;
  const draft = useDraft(draftKey);
  const form = useForm({
    resolver: zodResolver(formSchema),
    defaultValues: { messageBody: draft.read() },
  });
  const sending = useEnding(form, {
    conversation,
    side: 'sender',
    action: 'giveInformation',
    draftKey,
    failed: 'There was an error while sending. Please try again.',
    send: async (written, options) => {
      await call(giveInformation, { orderId: id, ...written }, options);
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
      title="Reply to the question"
      back={back}
      submit="Send the reply"
      note="Your reply is free of charge."
    >
      {clarification && (
        <Banner tone="held" icon={Clock} title={`Then ${name} goes on`}>
          {name}’s time to answer is paused until you reply, at the latest until{' '}
          {deadlineWords(clarification.until, clarification.askedAt)}.
        </Banner>
      )}
      <QuotedClarification orderId={id} />
      <ClarificationField
        control={form.control}
        label={`Your reply to ${name}`}
        placeholder="Write your reply"
        keep={draft.write}
      />
    </EndingForm>
  );
}
