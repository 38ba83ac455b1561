import { zodResolver } from '@hookform/resolvers/zod';
import { CircleDollarSign } from 'lucide-react';
import { useController, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { claimAnswer } from '#shared/api/claims.ts';
import { beforeClaim } from '#shared/messages/claims.ts';
import { CLAIM_REASONS, type ClaimReason } from '#shared/rules/conversations/claim-states.ts';
import { CLAIM_TEXT_MAX } from '#shared/rules/conversations/claim-text.ts';
import { call } from '#web/api/client.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { useNow } from '#web/api/use-now.ts';
import { useDraft } from '#web/forms/use-draft.ts';
import { paths } from '#web/paths.ts';
import { deadlineWords } from '#web/shell/dates.ts';
import { useLeaveForm } from '#web/shell/leave-form.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Field } from '#web/ui/Field.tsx';
import { RadioCards } from '#web/ui/RadioCards.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { ConversationPage } from '../../ConversationPage.tsx';
import { REASON_WORDS } from '../../claims/claim-reason-words.ts';
import { type Conversation, firstName } from '../../conversation.ts';
import { EndingForm, useThreadForm } from '../../EndingForm.tsx';
import { orderFormQueries } from './order-thread-queries.ts';

export const loader = queryLoader(orderFormQueries);

/** `/claim-answer/{orderId}`: the sender claims that the message was not answered. docs/product/conversations.md#claims */
export function Component() {
  return (
    <ConversationPage side="sender" title={TITLE} polled>
      {(conversation) => <ClaimForm conversation={conversation} />}
    </ConversationPage>
  );
}

const TITLE = 'This didn’t answer my question';
const reasons = CLAIM_REASONS.map((value) => ({ value, ...REASON_WORDS[value] }));
const formSchema = z.omit(claimAnswer.input, { orderId: true });

function ClaimForm({ conversation }: { conversation: Conversation }) {
  const leave = useLeaveForm('top');
  const now = useNow();
  const { id: orderId, claimUntil } = conversation;
  const back = paths.orderViewer(orderId);
  const draftKey = `claimAnswer_${orderId}`;
  const draft = useDraft(draftKey);
  const form = useForm({
    resolver: zodResolver(formSchema),
    defaultValues: { reason: 'NOT_ADDRESSED' as ClaimReason, text: draft.read() },
  });
  const { field: reason, fieldState } = useController({ control: form.control, name: 'reason' });
  const sending = useThreadForm(form, {
    side: 'sender',
    possible: claimUntil !== null && now < claimUntil,
    draftKey,
    failed: 'There was an error while sending the claim. Please try again.',
    send: async (claim, options) => {
      await call(claimAnswer, { orderId, ...claim }, options);
      draft.clear();
    },
    leave: () => leave(back),
  });
  const name = firstName(conversation.recipientName);
  return (
    <EndingForm
      {...sending}
      title={TITLE}
      back={back}
      submit="Send the claim"
      note={
        claimUntil
          ? `Possible until ${deadlineWords(claimUntil, now)}. You can claim three times in 90 days.`
          : undefined
      }
    >
      <Banner tone="held" icon={CircleDollarSign} title="What happens next">
        {beforeClaim({ name, price: conversation.price })}
      </Banner>
      <Field
        label="What is wrong with the answer?"
        group="radios"
        error={fieldState.error?.message}
      >
        <RadioCards value={reason.value} onValueChange={reason.onChange} options={reasons} />
      </Field>
      <Field label={`What ${name} should know`} error={form.formState.errors.text?.message}>
        <TextArea
          {...form.register('text', { onChange: (event) => draft.write(event.target.value) })}
          maxLength={CLAIM_TEXT_MAX}
        />
      </Field>
    </EndingForm>
  );
}
