import { MoreMenu } from '../../../../ui/MoreMenu.tsx';
import { partnerOf } from '../../../contacts/conversation-partner.ts';
import { useInviteItem } from '../../../contacts/use-invite-item.tsx';
import type { Conversation } from '../../conversation.ts';

/* The menu of an order whose recipient can be invited to chat. */
export function InviteMenu({ conversation }: { conversation: Conversation }) {
  const invite = useInviteItem(partnerOf(conversation, 'sender'));
  return <MoreMenu about="This conversation" items={[invite]} />;
}
