import { MoreMenu } from '../../../../ui/MoreMenu.tsx';
import { chatStep, partnerOf } from '../../../contacts/conversation-partner.ts';
import { useInviteItem } from '../../../contacts/use-invite-item.tsx';
import type { Conversation, Message } from '../../conversation.ts';
import { useRecord } from '../../thread/RecordDialog.tsx';
import { useConversationSafety } from '../../thread/use-conversation-safety.ts';

export type OrderMenuProps = {
  conversation: Conversation;
  /** The newest message of the recipient, once it is loaded. */
  received: Message | undefined;
};

/* The menu of an order: invite the recipient to chat, download a record, report a message of theirs, block them. */
export function OrderMenu({ conversation, received }: OrderMenuProps) {
  const invite = useInviteItem(partnerOf(conversation, 'sender'));
  const record = useRecord(conversation);
  const { status } = conversation;
  const safety = useConversationSafety({ conversation, side: 'sender', status, received });
  const invites = chatStep(conversation, 'sender') === 'invite' ? [invite] : [];
  return (
    <>
      <MoreMenu about="This conversation" items={[...invites, ...record.items, ...safety.items]} />
      {record.dialog}
      {safety.dialogs}
    </>
  );
}
