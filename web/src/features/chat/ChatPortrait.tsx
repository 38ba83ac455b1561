import { UsersRound } from 'lucide-react';
import { Avatar } from '../../ui/Avatar.tsx';

export type ChatPortraitProps = {
  chat: { readonly name: string; readonly avatar: string | null; readonly direct: boolean };
  size?: 'sm' | 'md';
};

/* The picture of a chat: the other person's avatar, or an icon for a group. */
export function ChatPortrait({ chat, size = 'md' }: ChatPortraitProps) {
  if (chat.direct) return <Avatar name={chat.name} imageUrl={chat.avatar} size={size} />;
  return (
    <span
      aria-hidden
      className={`relative grid shrink-0 place-items-center rounded-card bg-tint text-soft ${size === 'sm' ? 'size-8' : 'size-11'}`}
    >
      <UsersRound className={size === 'sm' ? 'size-4' : 'size-5'} />
    </span>
  );
}
