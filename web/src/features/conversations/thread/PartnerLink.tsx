import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { SUPPORT_USERNAME } from '../../../../../shared/brand.ts';
import type { Side } from '../../../../../shared/rules/conversations/conversations.ts';
import { paths } from '../../../paths.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import type { Conversation } from '../conversation.ts';

export type PartnerLinkProps = { conversation: Conversation; side: Side };

/** The other person of a conversation, linked to their profile. The support account has none. */
export function PartnerLink({ conversation, side }: PartnerLinkProps) {
  const other =
    side === 'sender'
      ? {
          name: conversation.recipientName,
          username: conversation.recipientUsername,
          imageUrl: conversation.recipientAvatarUrl,
        }
      : {
          name: conversation.senderName,
          username: conversation.senderUsername,
          imageUrl: conversation.senderAvatarUrl,
        };
  if (other.username === SUPPORT_USERNAME) return null;
  return (
    <Link
      to={paths.profile(other.username)}
      className="flex min-h-11 items-center gap-3 rounded-card border border-rule bg-card px-4 py-2.5"
    >
      <Avatar name={other.name} imageUrl={other.imageUrl} />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate font-semibold">
          {other.name}
        </span>
        <span className="block truncate text-[0.9375rem] text-soft">@{other.username}</span>
      </span>
      <ChevronRight aria-hidden size={20} className="shrink-0 text-soft" />
    </Link>
  );
}
