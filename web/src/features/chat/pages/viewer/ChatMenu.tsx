import { useMutation } from '@tanstack/react-query';
import { LogOut, UserRound, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { leaveChat, viewChatList } from '../../../../../../shared/api/chat.ts';
import { call } from '../../../../api/client.ts';
import { refresh } from '../../../../api/queries.ts';
import { sentenceOf } from '../../../../forms/submission.ts';
import { paths } from '../../../../paths.ts';
import { Confirm } from '../../../../ui/Confirm.tsx';
import type { MenuItem } from '../../../../ui/Menu.tsx';
import { MoreMenu } from '../../../../ui/MoreMenu.tsx';
import { toast } from '../../../../ui/Toast.tsx';
import { discardAll } from '../../outbox.ts';
import type { Chat } from './ChatGate.tsx';
import { useSafetyItems } from './safety-items.tsx';

export type ChatMenuProps = {
  chat: Chat;
  /** The other person's username in a direct chat. */
  username: string | undefined;
  onPeople: () => void;
};

/* The menu of a chat: see its people, leave a group, block the other person, report it. */
export function ChatMenu({ chat, username, onPeople }: ChatMenuProps) {
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  const safety = useSafetyItems(chat);
  const items: MenuItem[] = chat.direct
    ? [
        {
          label: 'See profile',
          icon: <UserRound aria-hidden size={18} />,
          disabled: username === undefined,
          onSelect: () => navigate(paths.profile(username ?? '')),
        },
      ]
    : [
        {
          label: 'People in this group',
          icon: <UsersRound aria-hidden size={18} />,
          onSelect: onPeople,
        },
        {
          label: 'Leave group',
          icon: <LogOut aria-hidden size={18} />,
          onSelect: () => setLeaving(true),
        },
      ];
  return (
    <>
      <MoreMenu about="This chat" items={[...items, ...safety.items]} />
      <ConfirmLeaving chat={chat} open={leaving} onOpenChange={setLeaving} />
      {safety.dialogs}
    </>
  );
}

type ConfirmLeavingProps = { chat: Chat; open: boolean; onOpenChange: (open: boolean) => void };

function ConfirmLeaving({ chat, open, onOpenChange }: ConfirmLeavingProps) {
  const navigate = useNavigate();
  const leaving = useMutation({
    mutationFn: () => call(leaveChat, { chatId: chat.id }),
    onSuccess: () => {
      discardAll(chat.id);
      toast.success(`You left ${chat.name}`);
      navigate(paths.chat(), { replace: true });
      void refresh(viewChatList);
    },
  });
  return (
    <Confirm
      open={open}
      onOpenChange={(next) => {
        leaving.reset();
        onOpenChange(next);
      }}
      title="Leave this group?"
      description={
        <p>
          {chat.name} goes from your chats, with everything written in it. The others go on without
          you and keep what you wrote.
        </p>
      }
      action="Leave group"
      actionVariant="danger"
      cancel="Stay"
      busy={leaving.isPending}
      error={
        leaving.error
          ? (sentenceOf(leaving.error) ?? 'Error while leaving the group. Please try again.')
          : undefined
      }
      onConfirm={() => leaving.mutate()}
    />
  );
}
