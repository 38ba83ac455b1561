import { UserPlus } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { fromAddress } from '../../shell/previous-address.ts';
import type { MenuItem } from '../../ui/Menu.tsx';
import type { Partner } from './conversation-partner.ts';

/** The menu item that invites the partner of a conversation; the invitation page leads back here. */
export function useInviteItem({ userContactId }: Partner): MenuItem {
  const navigate = useNavigate();
  const here = useLocation().pathname;
  return {
    label: 'Invite to Chat',
    hint: 'To write outside of letters, as contacts',
    icon: <UserPlus aria-hidden size={18} />,
    onSelect: () => navigate(paths.chatInvite(userContactId), { state: fromAddress(here) }),
  };
}
