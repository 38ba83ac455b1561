import { MoreMenu } from '../../../../ui/MoreMenu.tsx';
import { chatStep, partnerOf } from '../../../contacts/conversation-partner.ts';
import { useInviteItem } from '../../../contacts/use-invite-item.tsx';
import type { Conversation } from '../../conversation.ts';
import { useRecord } from '../../thread/RecordDialog.tsx';

/* The menu of an order: invite the recipient to chat, or download a record. */
export function OrderMenu({ conversation }: { conversation: Conversation }) {
  const invite = useInviteItem(partnerOf(conversation, 'sender'));
  const record = useRecord(conversation);
  return (
    <>
      <MoreMenu
        about="This conversation"
        items={[
          ...(chatStep(conversation, 'sender') === 'invite' ? [invite] : []),
          ...record.items,
        ]}
      />
      {record.dialog}
    </>
  );
}
