import { UsersRound } from 'lucide-react';
import { useState } from 'react';
import { Avatar } from '../../ui/Avatar.tsx';
import { classNames } from '../../ui/class-names.ts';

export type ChatPortraitProps = {
  chat: { readonly name: string; readonly avatar: string | null; readonly direct: boolean };
  size?: keyof typeof SIZES;
};

const SIZES = {
  sm: { pixels: 32, box: 'size-8 rounded-[9px]', icon: 'size-4' },
  md: { pixels: 44, box: 'size-11 rounded-card', icon: 'size-5' },
  xl: { pixels: 104, box: 'size-26 rounded-card', icon: 'size-11' },
} as const;

/* The portrait of the other person of a chat; for a group its square photo, or an icon. */
export function ChatPortrait({ chat, size = 'md' }: ChatPortraitProps) {
  if (chat.direct) return <Avatar name={chat.name} imageUrl={chat.avatar} size={size} />;
  return <GroupPortrait photo={chat.avatar} size={size} />;
}

type GroupPortraitProps = { photo: string | null; size: keyof typeof SIZES };

function GroupPortrait({ photo, size }: GroupPortraitProps) {
  const [failed, setFailed] = useState<string>();
  const { pixels, box, icon } = SIZES[size];
  if (photo && failed !== photo) {
    return (
      <img
        src={photo}
        // The name of the group is beside it.
        alt=""
        width={pixels}
        height={pixels}
        loading="lazy"
        decoding="async"
        onError={() => setFailed(photo)}
        className={classNames('shrink-0 bg-tint object-cover', box)}
      />
    );
  }
  return (
    <span
      aria-hidden
      className={classNames('grid shrink-0 place-items-center bg-tint text-soft', box)}
    >
      <UsersRound className={icon} />
    </span>
  );
}
