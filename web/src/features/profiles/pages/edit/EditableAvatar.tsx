import { Pencil } from 'lucide-react';
import { Link } from 'react-router';
import type { CurrentUser } from '#web/api/current-user.ts';
import { paths } from '#web/paths.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';

/* The user's avatar, with a link to change it. */
export function EditableAvatar({ user }: { user: CurrentUser }) {
  return (
    <div className="relative mx-auto mt-2 w-fit">
      <Avatar name={user.fullName} imageUrl={user.profileImageUrl} size="xl" />
      <IconButton
        label="Change your picture"
        icon={<Pencil aria-hidden size={18} />}
        render={<Link to={paths.editAvatar()} />}
        className="absolute -right-3 -bottom-2 border border-edge bg-card"
      />
    </div>
  );
}
