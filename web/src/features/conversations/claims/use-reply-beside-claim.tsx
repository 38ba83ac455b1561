import { Reply } from 'lucide-react';
import { useNavigate } from 'react-router';
import type { Side } from '#shared/rules/conversations/conversations.ts';
import type { Instant } from '#shared/time.ts';
import { paths } from '#web/paths.ts';
import type { MenuItem } from '#web/ui/Menu.tsx';
import type { Conversation } from '../conversation.ts';
import { mayReply } from '../may-reply.ts';
import { claimReactions, REPLY_IS_NO_REACTION } from './claim-turn.ts';

/** The menu item for a free reply while a claim waits for its reader, whose reactions have the bar; none otherwise. */
export function useReplyBesideClaim(
  conversation: Conversation,
  side: Side,
  now: Instant,
): readonly MenuItem[] {
  const navigate = useNavigate();
  const { id, status } = conversation;
  if (claimReactions(conversation, now).length === 0) return [];
  if (!mayReply(conversation, side, status)) return [];
  return [
    {
      label: 'Reply',
      hint: REPLY_IS_NO_REACTION,
      icon: <Reply aria-hidden size={18} />,
      onSelect: () => navigate(side === 'sender' ? paths.orderReply(id) : paths.inboxReply(id)),
    },
  ];
}
