import { useMutation } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { viewDashboardStats } from '../../../../../../shared/api/accounts.ts';
import { declineInbox } from '../../../../../../shared/api/conversations.ts';
import { formatMoney } from '../../../../../../shared/money.ts';
import { NOTE_MAX } from '../../../../../../shared/rules/conversations/messages.ts';
import { may } from '../../../../../../shared/rules/conversations/state-machine.ts';
import { call, isRefusal } from '../../../../api/client.ts';
import { refresh } from '../../../../api/queries.ts';
import { useSendOnce } from '../../../../api/send-once.ts';
import { useNow } from '../../../../api/use-now.ts';
import { useDraft } from '../../../../forms/use-draft.ts';
import { paths } from '../../../../paths.ts';
import { FormPage } from '../../../../shell/FormPage.tsx';
import { Banner } from '../../../../ui/Banner.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { CharCount } from '../../../../ui/CharCount.tsx';
import { Field } from '../../../../ui/Field.tsx';
import { TextArea } from '../../../../ui/TextArea.tsx';
import { toast } from '../../../../ui/Toast.tsx';
import { ConversationPage } from '../../ConversationPage.tsx';
import { type Conversation, firstName, statusNow } from '../../conversation.ts';
import { isFree } from '../../money-words.ts';
import { StatusChanged } from '../../StatusChanged.tsx';
import { refreshThread } from '../../thread/refresh-thread.ts';

/**
 * `/decline/{inboxId}`: returns a pending message, with an optional kind word.
 * docs/product/conversations.md#declining
 */
export function Component() {
  return (
    <ConversationPage side="recipient" title="Decline message">
      {(conversation) => <DeclineForm conversation={conversation} />}
    </ConversationPage>
  );
}

function DeclineForm({ conversation }: { conversation: Conversation }) {
  const navigate = useNavigate();
  const { id } = conversation;
  const back = paths.inboxViewer(id);
  const name = firstName(conversation.senderName);
  const draft = useDraft(`decline_${id}`);
  const [note, setNote] = useState(draft.read);
  const once = useSendOnce(`decline_${id}`);
  const declining = useMutation({
    mutationFn: () => once.send((options) => call(declineInbox, { inboxId: id, note }, options)),
    onSuccess: async () => {
      draft.clear();
      await Promise.all([refreshThread('recipient'), refresh(viewDashboardStats)]).catch(
        () => undefined,
      );
      toast.success(`Declined. ${doneWords(conversation)}`);
      navigate(back, { replace: true });
    },
    onError: (error) => {
      if (isRefusal(error, 'WRONG_STATUS')) void refreshThread('recipient');
    },
  });
  const now = useNow();
  // This very request may have changed the status; then the page navigates by itself.
  const done = declining.isPending || declining.isSuccess || once.isUnanswered();
  const blocked = !done && !may('recipient', 'decline', statusNow(conversation, now));
  if (blocked) return <StatusChanged title="Decline message" back={back} />;
  return (
    <FormPage
      title="Decline message"
      back={back}
      submit="Decline"
      busy={declining.isPending}
      error={errorWords(declining.error)}
      onSubmit={() => declining.mutate()}
      note="This cannot be undone."
      secondary={
        <Button block variant="quiet" render={<Link to={back} />}>
          Back
        </Button>
      }
    >
      <Banner tone="back" icon={Undo2} title={`${name} may ask somebody else`}>
        {moneyWords(conversation)} It does not count against your response rate.
      </Banner>
      <Field
        label={`A word to ${name}`}
        optional
        hint={`${name} reads it in their Outbox.`}
        error={fieldError(declining.error)}
        counter={<CharCount count={note.length} max={NOTE_MAX} />}
      >
        <TextArea
          value={note}
          maxLength={NOTE_MAX}
          placeholder="Thank you for asking. I am not the right person for this."
          onChange={({ currentTarget }) => {
            setNote(currentTarget.value);
            draft.write(currentTarget.value);
          }}
        />
      </Field>
    </FormPage>
  );
}

/** Explains the effect on the sender's money. */
function moneyWords(conversation: Conversation): string {
  if (isFree(conversation)) return 'The message ends here, without an answer.';
  const amount = formatMoney(conversation.price);
  const name = firstName(conversation.senderName);
  return conversation.moneyState === 'HELD'
    ? `The hold on ${name}’s ${amount} is released: they are never charged. You earn nothing.`
    : `All ${amount} is sent back to ${name}’s card. You earn nothing.`;
}

function doneWords(conversation: Conversation): string {
  const name = firstName(conversation.senderName);
  if (isFree(conversation)) return `${name} is told.`;
  return conversation.moneyState === 'HELD'
    ? `${name} was not charged.`
    : `${name} gets all of their money back.`;
}

const fieldError = (error: Error | null) =>
  isRefusal(error, 'INVALID_INPUT') ? error.fields.note : undefined;

function errorWords(error: Error | null): string | undefined {
  if (!error || fieldError(error)) return undefined;
  return isRefusal(error, 'WRONG_STATUS', 'UNAVAILABLE')
    ? error.message
    : 'There was an error while declining the message. Please try again.';
}
