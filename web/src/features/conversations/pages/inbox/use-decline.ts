import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { declineInbox } from '#shared/api/conversations.ts';
import { declineDone } from '#shared/messages/payments.ts';
import { call } from '#web/api/client.ts';
import { useDraft } from '#web/forms/use-draft.ts';
import { toast } from '#web/ui/Toast.tsx';
import { type Conversation, firstName } from '../../conversation.ts';
import { useEnding } from '../../EndingForm.tsx';
import { isFree } from '../../money-words.ts';

const formSchema = z.omit(declineInbox.input, { inboxId: true });

export type Decline = ReturnType<typeof useDecline>;

/** The form that declines a message. `leave` is called when it was declined. */
export function useDecline(conversation: Conversation, leave: () => void) {
  const { id } = conversation;
  const draftKey = `decline_${id}`;
  const draft = useDraft(draftKey);
  const form = useForm({
    resolver: zodResolver(formSchema),
    defaultValues: { note: draft.read() },
  });
  const ending = useEnding(form, {
    conversation,
    side: 'recipient',
    action: 'decline',
    draftKey,
    failed: 'There was an error while declining the letter. Please try again.',
    send: async (decline, options) => {
      await call(declineInbox, { inboxId: id, ...decline }, options);
      draft.clear();
    },
    leave: () => {
      toast.success(`Declined. ${doneWords(conversation)}`, { stays: true });
      leave();
    },
  });
  return { form, ending, keep: draft.write };
}

function doneWords(conversation: Conversation): string {
  const name = firstName(conversation.senderName);
  if (isFree(conversation)) return `${name} sees it in the app.`;
  return declineDone(conversation.moneyState, name);
}
