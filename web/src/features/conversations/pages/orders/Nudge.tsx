import { useState } from 'react';
import { nudgeRecipient } from '#shared/api/nudges.ts';
import { NUDGE_IS_FREE } from '#shared/messages/payments.ts';
import { call, isRefusal } from '#web/api/client.ts';
import { useTellIfLeft } from '#web/forms/tell-if-left.ts';
import { useWrite } from '#web/forms/use-write.ts';
import { Button } from '#web/ui/Button.tsx';
import { Confirm } from '#web/ui/Confirm.tsx';
import { toast } from '#web/ui/Toast.tsx';
import { type Conversation, firstName } from '../../conversation.ts';
import { changeThread } from '../../thread/refresh-thread.ts';

/* Reminds the recipient of a pending message, once, after a confirmation. docs/product/conversations.md#nudge */
export function Nudge({ conversation }: { conversation: Conversation }) {
  const [asking, setAsking] = useState(false);
  const name = firstName(conversation.recipientName);
  const tellIfLeft = useTellIfLeft(errorWords);
  const nudging = useWrite({
    mutationFn: () =>
      changeThread('sender', () => call(nudgeRecipient, { orderId: conversation.id })),
    onSuccess: () => {
      setAsking(false);
      toast.success(`Reminder noted. The timeline says what was sent to ${name}.`);
    },
    onError: tellIfLeft,
  });
  return (
    <>
      <Button onClick={() => setAsking(true)}>Remind {name}</Button>
      <Confirm
        open={asking}
        onOpenChange={() => setAsking(false)}
        title={`Remind ${name}?`}
        description={
          <p>
            If {name} gets notifications or emails about this, we send one that your letter still
            waits. If not, {name} sees your reminder in the app. The timeline says what was sent.
            {NUDGE_IS_FREE}
          </p>
        }
        action={`Remind ${name}`}
        cancel="Go back"
        busy={nudging.isPending}
        error={errorWords(nudging.error)}
        onConfirm={() => nudging.mutate()}
      />
    </>
  );
}

function errorWords(error: Error | null): string | undefined {
  if (!error) return undefined;
  return isRefusal(error, 'WRONG_STATUS', 'UNAVAILABLE')
    ? error.message
    : 'The reminder couldn’t be sent. Please try again.';
}
