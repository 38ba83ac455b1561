import { zodResolver } from '@hookform/resolvers/zod';
import { CircleDollarSign } from 'lucide-react';
import * as z from 'zod/mini';
import { cancelOrder } from '#shared/api/conversations.ts';
import { cancelDone, cancelEffect } from '#shared/messages/payments.ts';
import type { CancelReason } from '#shared/rules/conversations/conversations.ts';
import { call } from '#web/api/client.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { useDraftForm } from '#web/forms/draft-form.ts';
import { paths } from '#web/paths.ts';
import { useLeaveForm } from '#web/shell/leave-form.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { toast } from '#web/ui/Toast.tsx';
import { ConversationPage } from '../../ConversationPage.tsx';
import { type Conversation, firstName } from '../../conversation.ts';
import { EndingForm, useEnding } from '../../EndingForm.tsx';
import { isFree, walletOf } from '../../money-words.ts';
import { ReasonFields } from '../../ReasonFields.tsx';
import { cancelReasons } from '../../reasons.ts';
import { orderFormQueries } from './order-thread-queries.ts';

export const loader = queryLoader(orderFormQueries);

/** `/cancel/{orderId}`: cancels a pending order. docs/product/conversations.md#cancelling */
export function Component() {
  return (
    <ConversationPage side="sender" title="Cancel Order">
      {(conversation) => <CancelForm conversation={conversation} />}
    </ConversationPage>
  );
}

const formSchema = z.omit(cancelOrder.input, { inboxId: true });

function CancelForm({ conversation }: { conversation: Conversation }) {
  const leave = useLeaveForm();
  const draftKey = `cancel_${conversation.id}`;
  const { form, clearDraft } = useDraftForm({
    draftKey,
    resolver: zodResolver(formSchema),
    defaultValues: { reasonCode: 'MISTAKE' as CancelReason, additionalInformation: '' },
  });
  const ending = useEnding(form, {
    conversation,
    side: 'sender',
    action: 'cancel',
    draftKey,
    failed: 'There was an error while canceling the order. Please try again.',
    send: async (cancel, options) => {
      await call(cancelOrder, { inboxId: conversation.id, ...cancel }, options);
      clearDraft();
    },
    leave: () => {
      toast.success(doneWords(conversation), { stays: true });
      leave(paths.orders());
    },
  });
  return (
    <EndingForm
      {...ending}
      title="Cancel Order"
      back={paths.orderViewer(conversation.id)}
      submit="Submit Cancelation"
      note={`${firstName(conversation.recipientName)} isn’t told about it.`}
    >
      {!isFree(conversation) && (
        <Banner tone="back" icon={CircleDollarSign} title="You get all of your money back">
          {cancelEffect(conversation.moneyState, conversation.price, walletOf(conversation))}
        </Banner>
      )}
      <ReasonFields form={form} label="Why do you cancel?" options={cancelReasons} />
    </EndingForm>
  );
}

function doneWords(conversation: Conversation): string {
  return isFree(conversation)
    ? 'Order canceled.'
    : `Order canceled. ${cancelDone(conversation.moneyState, conversation.price, walletOf(conversation))}`;
}
