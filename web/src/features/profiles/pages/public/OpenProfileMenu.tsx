import type { RefObject } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '#web/api/session.ts';
import { profileTarget } from '#web/features/safety/report-target.ts';
import { useSafetyItems } from '#web/features/safety/use-safety-items.tsx';
import { paths } from '#web/paths.ts';
import { Menu } from '#web/ui/Menu.tsx';
import type { PublicProfile } from '../../public-profile.ts';

export type OpenProfileMenuProps = {
  profile: PublicProfile;
  anchor: RefObject<HTMLElement | null>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/* The menu of a profile. A visitor signs in first, and comes back. */
export function OpenProfileMenu({ profile, ...menu }: OpenProfileMenuProps) {
  const navigate = useNavigate();
  const isVisitor = useSession() === undefined;
  const { id: userId, fullName, username, blocked } = profile;
  const { items, dialogs } = useSafetyItems({
    report: isVisitor ? () => navigate(paths.login(username)) : profileTarget(userId),
    person: isVisitor ? undefined : { userId, fullName },
    blocked,
  });
  return (
    <>
      <Menu {...menu} label={fullName} items={items} align="end" />
      {dialogs}
    </>
  );
}
