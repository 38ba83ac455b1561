import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { endClarification } from '../../../../../shared/api/conversations.ts';
import type { Side } from '../../../../../shared/rules/conversations/conversations.ts';
import { call, isRefusal } from '../../../api/client.ts';
import { useSendOnce } from '../../../api/send-once.ts';
import { Button } from '../../../ui/Button.tsx';
import { Confirm } from '../../../ui/Confirm.tsx';
import { toast } from '../../../ui/Toast.tsx';
import { type Conversation, firstName } from '../conversation.ts';
import { changeThread } from './refresh-thread.ts';

type EndClarificationProps = { conversation: Conversation; side: Side };

/** Ends the pause for a clarifying question without a reply, after a confirmation. */
export function EndClarification({ conversation, side }: EndClarificationProps) {
  const [asking, setAsking] = useState(false);
  const once = useSendOnce();
  const ending = useMutation({
    mutationFn: () =>
      changeThread(side, () =>
        once.send((options) =>
          call(endClarification, { conversationId: conversation.id }, options),
        ),
      ),
    onSuccess: () => {
      setAsking(false);
      toast.success('The time to answer runs again');
    },
  });
  const { button, title, text } = wordsFor(side, conversation);
  return (
    <>
      <Button block variant="quiet" onClick={() => setAsking(true)}>
        {button}
      </Button>
      <Confirm
        open={asking}
        onOpenChange={(next) => {
          ending.reset();
          setAsking(next);
        }}
        title={title}
        description={<p>{text}</p>}
        action={side === 'sender' ? 'End the pause' : 'Stop waiting'}
        cancel="Go back"
        busy={ending.isPending}
        error={errorWords(ending.error)}
        onConfirm={() => ending.mutate()}
      />
    </>
  );
}

function wordsFor(side: Side, { senderName, recipientName }: Conversation) {
  return side === 'sender'
    ? {
        button: 'Let them answer without it',
        title: 'Let them answer without your reply?',
        text: `${firstName(recipientName)}’s time to answer runs again at once. You can no longer reply to the question before the answer.`,
      }
    : {
        button: 'Stop waiting',
        title: 'Stop waiting for the reply?',
        text: `Your time to answer runs again at once. ${firstName(senderName)} can no longer reply before your answer, and you cannot ask again.`,
      };
}

function errorWords(error: Error | null): string | undefined {
  if (!error) return undefined;
  return isRefusal(error, 'WRONG_STATUS', 'UNAVAILABLE')
    ? error.message
    : 'There was an error while ending the pause. Please try again.';
}
