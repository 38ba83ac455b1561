import { endClarification } from '#shared/api/clarifications.ts';
import type { Side } from '#shared/rules/conversations/conversations.ts';
import { call, isRefusal } from '#web/api/client.ts';
import { useSendOnce } from '#web/api/send-once.ts';
import { useTellIfLeft } from '#web/forms/tell-if-left.ts';
import { useWrite } from '#web/forms/use-write.ts';
import { Confirm } from '#web/ui/Confirm.tsx';
import { toast } from '#web/ui/Toast.tsx';
import { type Conversation, firstName } from '../conversation.ts';
import { changeThread } from './refresh-thread.ts';

export type ConfirmEndClarificationProps = {
  conversation: Conversation;
  side: Side;
  onClose: () => void;
};

/* Confirms that the pause for a clarifying question ends without a reply. */
export function ConfirmEndClarification(props: ConfirmEndClarificationProps) {
  const { conversation, side, onClose } = props;
  const once = useSendOnce();
  const tellIfLeft = useTellIfLeft(errorWords);
  const ending = useWrite({
    mutationFn: () =>
      changeThread(side, () =>
        once.send((options) =>
          call(endClarification, { conversationId: conversation.id }, options),
        ),
      ),
    onSuccess: () => {
      onClose();
      toast.success('The time to answer runs again');
    },
    onError: tellIfLeft,
  });
  const { title, text } = wordsFor(side, conversation);
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={title}
      description={<p>{text}</p>}
      action={side === 'sender' ? 'End the pause' : 'Stop waiting'}
      cancel="Go back"
      busy={ending.isPending}
      error={errorWords(ending.error)}
      onConfirm={() => ending.mutate()}
    />
  );
}

function wordsFor(side: Side, { senderName, recipientName }: Conversation) {
  return side === 'sender'
    ? {
        title: 'Let them answer without your reply?',
        text: `${firstName(recipientName)}’s time to answer runs again at once. You can no longer reply to the question before the answer.`,
      }
    : {
        title: 'Stop waiting for the reply?',
        text: `Your time to answer runs again at once. ${firstName(senderName)} can no longer reply before your answer, and you can’t ask again.`,
      };
}

function errorWords(error: Error | null): string | undefined {
  if (!error) return undefined;
  return isRefusal(error, 'WRONG_STATUS', 'UNAVAILABLE')
    ? error.message
    : 'There was an error while ending the pause. Please try again.';
}
