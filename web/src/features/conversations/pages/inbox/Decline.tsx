import { zodResolver } from '@hookform/resolvers/zod';
import { Undo2 } from 'lucide-react';
import { useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { declineInbox } from '../../../../../../shared/api/conversations.ts';
import { formatMoney } from '../../../../../../shared/money.ts';
import { NOTE_MAX } from '../../../../../../shared/rules/conversations/messages.ts';
import { call } from '../../../../api/client.ts';
import { queryLoader } from '../../../../api/screen-loader.ts';
import { useDraft } from '../../../../forms/use-draft.ts';
import { paths } from '../../../../paths.ts';
import { Banner } from '../../../../ui/Banner.tsx';
import { CharCount } from '../../../../ui/CharCount.tsx';
import { Field } from '../../../../ui/Field.tsx';
import { TextArea } from '../../../../ui/TextArea.tsx';
import { toast } from '../../../../ui/Toast.tsx';
import { ConversationPage } from '../../ConversationPage.tsx';
import { type Conversation, firstName } from '../../conversation.ts';
import { EndingForm, useEnding } from '../../EndingForm.tsx';
import { isFree } from '../../money-words.ts';
import { inboxFormQueries } from './inbox-thread-queries.ts';

export const loader = queryLoader(inboxFormQueries);

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

const formSchema = z.omit(declineInbox.input, { inboxId: true });

function DeclineForm({ conversation }: { conversation: Conversation }) {
  const navigate = useNavigate();
  const { id } = conversation;
  const back = paths.inboxViewer(id);
  const name = firstName(conversation.senderName);
  const draftKey = `decline_${id}`;
  const draft = useDraft(draftKey);
  const form = useForm({
    resolver: zodResolver(formSchema),
    defaultValues: { note: draft.read() },
  });
  const note = useWatch({ control: form.control, name: 'note', compute: (text) => text ?? '' });
  const ending = useEnding(form, {
    conversation,
    side: 'recipient',
    action: 'decline',
    draftKey,
    failed: 'There was an error while declining the message. Please try again.',
    send: async (decline, options) => {
      await call(declineInbox, { inboxId: id, ...decline }, options);
      draft.clear();
    },
    leave: () => {
      toast.success(`Declined. ${doneWords(conversation)}`);
      navigate(back, { replace: true });
    },
  });
  return (
    <EndingForm
      {...ending}
      title="Decline message"
      back={back}
      submit="Decline"
      note="This cannot be undone."
    >
      <Banner tone="back" icon={Undo2} title={`${name} may ask somebody else`}>
        {moneyWords(conversation)} It does not count as unanswered on your profile.
      </Banner>
      <Field
        label={`A word to ${name}`}
        optional
        hint={`${name} reads it in their Outbox.`}
        error={form.formState.errors.note?.message}
        counter={<CharCount count={note.length} max={NOTE_MAX} />}
      >
        <TextArea
          {...form.register('note', { onChange: ({ target }) => draft.write(target.value) })}
          maxLength={NOTE_MAX}
          placeholder="Thank you for asking. I am not the right person for this."
        />
      </Field>
    </EndingForm>
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
