import { zodResolver } from '@hookform/resolvers/zod';
import { Scale } from 'lucide-react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { askForDecision } from '#shared/api/claims.ts';
import { CLAIM_TEXT_MAX, claimText } from '#shared/rules/conversations/claim-text.ts';
import { call } from '#web/api/client.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { useDraft } from '#web/forms/use-draft.ts';
import { paths } from '#web/paths.ts';
import { useLeaveForm } from '#web/shell/leave-form.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Field } from '#web/ui/Field.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { ConversationPage } from '../../ConversationPage.tsx';
import { type Conversation, firstName } from '../../conversation.ts';
import { EndingForm, useThreadForm } from '../../EndingForm.tsx';
import { orderFormQueries } from './order-thread-queries.ts';

export const loader = queryLoader(orderFormQueries);

const formSchema = z.object({ text: claimText });

/** `/ask-for-decision/{orderId}`: the sender takes a claim to the desk. docs/product/conversations.md#claims */
export function Component() {
  return (
    <ConversationPage side="sender" title="Ask us to decide" polled>
      {(conversation) => <AskForDecision conversation={conversation} />}
    </ConversationPage>
  );
}

/** The text is kept on the device until it is sent. */
function AskForDecision({ conversation }: { conversation: Conversation }) {
  const { id: orderId, claim, recipientName } = conversation;
  const leave = useLeaveForm('top');
  const back = paths.orderViewer(orderId);
  const draftKey = `askForDecision_${orderId}`;
  const draft = useDraft(draftKey);
  const form = useForm({
    resolver: zodResolver(formSchema),
    defaultValues: { text: draft.read() },
  });
  const sending = useThreadForm(form, {
    side: 'sender',
    possible: claim?.actions.includes('askForDecision') ?? false,
    draftKey,
    failed: 'There was an error while sending. Please try again.',
    send: async ({ text }, options) => {
      await call(askForDecision, { orderId, text }, options);
      draft.clear();
    },
    leave: () => leave(back),
  });
  return (
    <EndingForm
      {...sending}
      title="Ask us to decide"
      back={back}
      submit="Ask for a decision"
      note={`${firstName(recipientName)} reads what you write.`}
    >
      <Banner tone="held" icon={Scale} title="A person decides">
        A person on our team reads your letter, both answers and what each of you says, then
        decides. You both get the decision and the reasons.
      </Banner>
      <Field
        label="What does the improved answer still not say?"
        error={form.formState.errors.text?.message}
      >
        <TextArea
          {...form.register('text', { onChange: (event) => draft.write(event.target.value) })}
          maxLength={CLAIM_TEXT_MAX}
        />
      </Field>
    </EndingForm>
  );
}
