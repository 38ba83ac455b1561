import { Bell, BellOff, LogOut, Search, UserRound, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useSafetyItems } from '#web/features/safety/use-safety-items.tsx';
import { paths } from '#web/paths.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import type { MenuItem } from '#web/ui/Menu.tsx';
import { MoreMenu } from '#web/ui/MoreMenu.tsx';
import { useMute } from '../../use-mute.ts';
import type { Chat } from './ChatGate.tsx';
import type { Person } from './PeopleList.tsx';
import { chatTarget, partnerIn } from './report-targets.ts';

const ConfirmLeaving = lazyPart(
  async () => (await import('../group/ConfirmLeaving.tsx')).ConfirmLeaving,
);

export type ChatMenuProps = {
  chat: Chat;
  /** The other person's username in a direct chat. */
  username: string | undefined;
  people: readonly Person[];
  /** Called with the focus on the button of the menu. */
  onSearch: () => void;
};

/* The menu of a chat: search, its profile or group, its notifications, leaving a group, reporting and blocking. */
export function ChatMenu({ chat, username, people, onSearch }: ChatMenuProps) {
  const navigate = useNavigate();
  const mute = useMute(chat.id);
  const [leaving, setLeaving] = useState(false);
  const { blocked } = chat;
  const safety = useSafetyItems({ report: chatTarget(chat), person: partnerIn(chat), blocked });
  const search: MenuItem = {
    label: 'Search in this chat',
    icon: <Search aria-hidden size={18} />,
    onSelect: onSearch,
  };
  const Notifications = chat.muted ? Bell : BellOff;
  const notifications: MenuItem = {
    label: chat.muted ? 'Unmute notifications' : 'Mute notifications',
    icon: <Notifications aria-hidden size={18} />,
    onSelect: () => mute.mutate(!chat.muted),
  };
  const items: MenuItem[] = chat.direct
    ? [
        search,
        {
          label: 'See profile',
          icon: <UserRound aria-hidden size={18} />,
          disabled: username === undefined,
          onSelect: () => navigate(paths.profile(username ?? '')),
        },
        notifications,
      ]
    : [
        search,
        {
          label: 'Group info',
          icon: <UsersRound aria-hidden size={18} />,
          onSelect: () => navigate(paths.chatGroup(chat.id)),
        },
        notifications,
        {
          label: 'Leave group',
          icon: <LogOut aria-hidden size={18} />,
          onSelect: () => setLeaving(true),
        },
      ];
  return (
    <>
      <MoreMenu about="This chat" items={[...items, ...safety.items]} />
      {leaving && <ConfirmLeaving chat={chat} people={people} open onOpenChange={setLeaving} />}
      {safety.dialogs}
    </>
  );
}
