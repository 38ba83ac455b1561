import { useMutation } from '@tanstack/react-query';
import { CircleDollarSign } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { viewDashboardStats } from '../../../../../../shared/api/accounts.ts';
import { cancelOrder, checkPendingInbox } from '../../../../../../shared/api/conversations.ts';
import { formatMoney } from '../../../../../../shared/money.ts';
import type { CancelReason } from '../../../../../../shared/rules/conversations/conversations.ts';
import { may } from '../../../../../../shared/rules/conversations/state-machine.ts';
import { call, isRefusal } from '../../../../api/client.ts';
import { refresh } from '../../../../api/queries.ts';
import { useSendOnce } from '../../../../api/send-once.ts';
import { useNow } from '../../../../api/use-now.ts';
import { paths } from '../../../../paths.ts';
import { useGoBack } from '../../../../shell/BackLink.tsx';
import { FormPage } from '../../../../shell/FormPage.tsx';
import { Banner } from '../../../../ui/Banner.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { Field } from '../../../../ui/Field.tsx';
import { RadioCards } from '../../../../ui/RadioCards.tsx';
import { toast } from '../../../../ui/Toast.tsx';
import { AdditionalInformation } from '../../AdditionalInformation.tsx';
import { ConversationPage } from '../../ConversationPage.tsx';
import { type Conversation, firstName, statusNow } from '../../conversation.ts';
import { isFree } from '../../money-words.ts';
import { cancelReasons } from '../../reasons.ts';
import { StatusChanged } from '../../StatusChanged.tsx';
import { refreshThread } from '../../thread/refresh-thread.ts';

/** `/cancel/{orderId}`: cancels a pending order. docs/product/conversations.md#cancelling */
export function Component() {
  return (
    <ConversationPage side="sender" title="Cancel Order">
      {(conversation) => <CancelForm conversation={conversation} />}
    </ConversationPage>
  );
}

function CancelForm({ conversation }: { conversation: Conversation }) {
  const navigate = useNavigate();
  const goBack = useGoBack();
  const back = paths.orderViewer(conversation.id);
  const [reasonCode, setReason] = useState<CancelReason>('MISTAKE');
  const [additionalInformation, setInformation] = useState('');
  const once = useSendOnce();
  const cancelling = useMutation({
    mutationFn: () =>
      once.send((options) =>
        call(cancelOrder, { inboxId: conversation.id, reasonCode, additionalInformation }, options),
      ),
    onSuccess: async () => {
      await Promise.all([
        refreshThread('sender'),
        refresh(checkPendingInbox, viewDashboardStats),
      ]).catch(() => undefined);
      toast.success(doneWords(conversation));
      if (!goBack(paths.orders())) navigate(paths.orders(), { replace: true });
    },
    onError: (error) => {
      if (isRefusal(error, 'WRONG_STATUS')) void refreshThread('sender');
    },
  });
  const now = useNow();
  // This very request may have changed the status; then the page navigates by itself.
  const done = cancelling.isPending || cancelling.isSuccess || once.isUnanswered();
  const blocked = !done && !may('sender', 'cancel', statusNow(conversation, now));
  if (blocked) return <StatusChanged title="Cancel Order" back={back} />;
  return (
    <FormPage
      title="Cancel Order"
      back={back}
      submit="Submit Cancelation"
      busy={cancelling.isPending}
      error={errorWords(cancelling.error)}
      onSubmit={() => cancelling.mutate()}
      note={`${firstName(conversation.recipientName)} is not told about it.`}
      secondary={
        <Button block variant="quiet" render={<Link to={back} />}>
          Back
        </Button>
      }
    >
      {!isFree(conversation) && (
        <Banner tone="back" icon={CircleDollarSign} title="Your money goes back at once">
          {moneyWords(conversation)}
        </Banner>
      )}
      <Field label="Why do you cancel?" group>
        <RadioCards value={reasonCode} onValueChange={setReason} options={cancelReasons} />
      </Field>
      <AdditionalInformation value={additionalInformation} onValueChange={setInformation} />
    </FormPage>
  );
}

function moneyWords({ price, moneyState }: Conversation): string {
  const amount = formatMoney(price);
  return moneyState === 'HELD'
    ? `The hold on ${amount} is released. You were never charged; some banks take a few days to show it.`
    : `All ${amount} is sent back to your card. Banks take 5 to 10 days to show it.`;
}

function doneWords(conversation: Conversation): string {
  const { moneyState, price } = conversation;
  return moneyState === 'HELD' || isFree(conversation)
    ? 'Order canceled. You were not charged.'
    : `Order canceled. ${formatMoney(price)} is on its way back to your card.`;
}

function errorWords(error: Error | null): string | undefined {
  if (!error) return undefined;
  return isRefusal(error, 'WRONG_STATUS', 'UNAVAILABLE')
    ? error.message
    : 'There was an error while canceling the order. Please try again.';
}
