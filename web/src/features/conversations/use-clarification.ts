import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { clarificationText } from '#shared/rules/conversations/messages.ts';
import type { CallOptions } from '../../api/client.ts';
import { useDraft } from '../../forms/use-draft.ts';
import { toast } from '../../ui/Toast.tsx';
import type { Conversation } from './conversation.ts';
import { useEnding } from './EndingForm.tsx';

const formSchema = z.object({ messageBody: clarificationText });

export type ClarificationOptions = {
  conversation: Conversation;
  side: 'sender' | 'recipient';
  action: 'askForInformation' | 'giveInformation';
  send: (messageBody: string, options: CallOptions) => Promise<unknown>;
  /** Called when it was sent. */
  leave: () => void;
};

export type Clarification = ReturnType<typeof useClarification>;

/** The form of a clarifying question, and of the reply to it. The text is kept on the device until it is sent. */
export function useClarification(options: ClarificationOptions) {
  const { conversation, side, action, send, leave } = options;
  const draftKey = `${action}_${conversation.id}`;
  const draft = useDraft(draftKey);
  const form = useForm({
    resolver: zodResolver(formSchema),
    defaultValues: { messageBody: draft.read() },
  });
  const ending = useEnding(form, {
    conversation,
    side,
    action,
    draftKey,
    failed: 'There was an error while sending. Please try again.',
    send: async ({ messageBody }, once) => {
      await send(messageBody, once);
      draft.clear();
    },
    leave: () => {
      toast.success('Sent');
      leave();
    },
  });
  return { form, ending, keep: draft.write };
}
