import type { RefObject } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '../../../../api/session.ts';
import { paths } from '../../../../paths.ts';
import { Menu } from '../../../../ui/Menu.tsx';
import { profileTarget } from '../../../safety/report-target.ts';
import { useSafetyItems } from '../../../safety/use-safety-items.tsx';
import type { PublicProfile } from './public-profile.ts';

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
