import { Lock } from 'lucide-react';
import { useState } from 'react';
import { closeInbox } from '../../../../../../shared/api/conversations.ts';
import type {
  ConversationStatus,
  Side,
} from '../../../../../../shared/rules/conversations/conversations.ts';
import { may } from '../../../../../../shared/rules/conversations/state-machine.ts';
import { call, isRefusal } from '../../../../api/client.ts';
import { useSendOnce } from '../../../../api/send-once.ts';
import { useTellIfLeft } from '../../../../forms/tell-if-left.ts';
import { useWrite } from '../../../../forms/use-write.ts';
import { Confirm } from '../../../../ui/Confirm.tsx';
import { MoreMenu } from '../../../../ui/MoreMenu.tsx';
import { toast } from '../../../../ui/Toast.tsx';
import { chatStep, partnerOf } from '../../../contacts/conversation-partner.ts';
import { useInviteItem } from '../../../contacts/use-invite-item.tsx';
import { type Conversation, firstName, type Message } from '../../conversation.ts';
import { isFree } from '../../money-words.ts';
import { useRecord } from '../../thread/RecordDialog.tsx';
import { changeThread } from '../../thread/refresh-thread.ts';
import { useConversationSafety } from '../../thread/use-conversation-safety.ts';

export type ConversationMenuProps = {
  conversation: Conversation;
  side: Side;
  /** The current status. */
  status: ConversationStatus;
  /** The newest message of the other person, once it is loaded. */
  received: Message | undefined;
};

/* The menu of a conversation: invite the partner to chat, download a record, close it without an answer, report a message, block the partner. */
export function ConversationMenu({ conversation, side, ...rest }: ConversationMenuProps) {
  const { status, received } = rest;
  const [asking, setAsking] = useState(false);
  const invite = useInviteItem(partnerOf(conversation, side));
  const record = useRecord(conversation);
  const safety = useConversationSafety({ conversation, side, status, received });
  const close = {
    label: 'Close conversation',
    icon: <Lock aria-hidden size={18} />,
    onSelect: () => setAsking(true),
  };
  return (
    <>
      <MoreMenu
        about="This conversation"
        items={[
          ...(chatStep(conversation, side) === 'invite' ? [invite] : []),
          ...record.items,
          ...(may(side, 'close', status) ? [close] : []),
          ...safety.items,
        ]}
      />
      {record.dialog}
      {safety.dialogs}
      <ConfirmClosing conversation={conversation} open={asking} onOpenChange={setAsking} />
    </>
  );
}

type ConfirmClosingProps = {
  conversation: Conversation;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

function ConfirmClosing({ conversation, open, onOpenChange }: ConfirmClosingProps) {
  const once = useSendOnce();
  const tellIfLeft = useTellIfLeft(errorWords);
  const closing = useWrite({
    mutationFn: () =>
      changeThread('recipient', () =>
        once.send((options) => call(closeInbox, { inboxId: conversation.id }, options)),
      ),
    onSuccess: () => {
      onOpenChange(false);
      toast.success('Conversation closed');
    },
    onError: tellIfLeft,
  });
  return (
    <Confirm
      open={open}
      onOpenChange={(next) => {
        closing.reset();
        onOpenChange(next);
      }}
      title="Close this conversation?"
      description={<p>{afterwardsWords(conversation)}</p>}
      action="Close conversation"
      cancel="Keep it open"
      busy={closing.isPending}
      error={errorWords(closing.error)}
      onConfirm={() => closing.mutate()}
    />
  );
}

function afterwardsWords(conversation: Conversation): string {
  const name = firstName(conversation.senderName);
  return isFree(conversation)
    ? `Neither of you can write in it any more. ${name} can send a new message.`
    : `Neither of you can write in it any more. To reach you again, ${name} has to buy a new message. What you earned stays yours.`;
}

function errorWords(error: Error | null): string | undefined {
  if (!error) return undefined;
  return isRefusal(error, 'WRONG_STATUS', 'UNAVAILABLE')
    ? error.message
    : 'There was an error while closing the conversation. Please try again.';
}
