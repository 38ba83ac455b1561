import { giveBackClaim, withdrawClaim } from '#shared/api/claims.ts';
import { viewAccountBalance } from '#shared/api/ledger.ts';
import { beforeGivingBack } from '#shared/messages/claims.ts';
import type { Side } from '#shared/rules/conversations/conversations.ts';
import { type CallOptions, call, isRefusal } from '#web/api/client.ts';
import { useSendOnce } from '#web/api/send-once.ts';
import { useTellIfLeft } from '#web/forms/tell-if-left.ts';
import { useWrite } from '#web/forms/use-write.ts';
import { Confirm } from '#web/ui/Confirm.tsx';
import { toast } from '#web/ui/Toast.tsx';
import { type Conversation, firstName } from '../conversation.ts';
import { changeThread } from '../thread/refresh-thread.ts';

export type ConfirmedAction = 'giveBack' | 'withdraw' | 'accept';

export type ConfirmClaimProps = {
  conversation: Conversation;
  side: Side;
  action: ConfirmedAction;
  onClose: () => void;
};

/* Confirms that a claim ends: by giving the money back, by its withdrawal, or because the improved answer is accepted. */
export function ConfirmClaim({ conversation, side, action, onClose }: ConfirmClaimProps) {
  const once = useSendOnce();
  const { title, text, verb, done, send } = ACTIONS[action];
  const tellIfLeft = useTellIfLeft(errorWords);
  const ending = useWrite({
    mutationFn: () =>
      changeThread(
        side,
        () => once.send((options) => send(conversation.id, options)),
        viewAccountBalance,
      ),
    onSuccess: () => {
      onClose();
      toast.success(done, { stays: true });
    },
    onError: tellIfLeft,
  });
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={title}
      description={<p>{text(conversation)}</p>}
      action={verb}
      cancel="Go back"
      busy={ending.isPending}
      error={errorWords(ending.error)}
      onConfirm={() => ending.mutate()}
    />
  );
}

const ACTIONS = {
  giveBack: {
    title: 'Give the money back?',
    text: ({ senderName, price }: Conversation) =>
      beforeGivingBack({ name: firstName(senderName), price }),
    verb: 'Give it back',
    done: 'The sender gets the money back',
    send: (inboxId: string, options: CallOptions) => call(giveBackClaim, { inboxId }, options),
  },
  withdraw: {
    title: 'Withdraw your claim?',
    text: staysEarned,
    verb: 'Withdraw it',
    done: 'Your claim is withdrawn',
    send: withdraw,
  },
  accept: {
    title: 'Accept the improved answer?',
    text: staysEarned,
    verb: 'Accept it',
    done: 'The claim has ended',
    send: withdraw,
  },
} as const;

function staysEarned({ recipientName }: Conversation): string {
  return `${firstName(recipientName)} keeps what the answer earned. You can’t claim again.`;
}

function withdraw(orderId: string, options: CallOptions) {
  return call(withdrawClaim, { orderId }, options);
}

function errorWords(error: Error | null): string | undefined {
  if (!error) return undefined;
  return isRefusal(error, 'WRONG_STATUS', 'UNAVAILABLE')
    ? error.message
    : 'There was an error while ending the claim. Please try again.';
}
