import { UserPlus } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../paths.ts';
import { cameFrom } from '../shell/came-from.ts';
import type { MenuItem } from '../ui/Menu.tsx';
import type { Partner } from './conversation-partner.ts';

/** What a conversation's menu says about inviting the other one; the invitation leads back to this screen. */
export function useInviteItem({ userContactId }: Partner): MenuItem {
  const navigate = useNavigate();
  const here = useLocation().pathname;
  return {
    label: 'Invite to Chat',
    icon: <UserPlus aria-hidden size={18} />,
    onSelect: () => navigate(paths.chatInvite(userContactId), { state: cameFrom(here) }),
  };
}
