import { Ban, Flag } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { MenuItem } from '../../../../ui/Menu.tsx';
import { ConfirmBlock, ConfirmUnblock } from '../../../contacts/ConfirmBlock.tsx';
import { firstName } from '../../../conversations/conversation.ts';
import type { Chat } from './ChatGate.tsx';
import { ReportChat } from './ReportChat.tsx';

/** The items of a chat's menu that block the other person and report the chat, and their dialogs. */
export function useSafetyItems(chat: Chat): { items: MenuItem[]; dialogs: ReactNode } {
  const [open, setOpen] = useState<'block' | 'unblock' | 'report'>();
  const close = () => setOpen(undefined);
  const other = chat.userId === null ? undefined : { userId: chat.userId, fullName: chat.name };
  const blocking: MenuItem[] = other
    ? [
        {
          label: `${chat.blocked ? 'Unblock' : 'Block'} ${firstName(chat.name)}`,
          icon: <Ban aria-hidden size={18} />,
          onSelect: () => setOpen(chat.blocked ? 'unblock' : 'block'),
        },
      ]
    : [];
  return {
    items: [
      ...blocking,
      {
        label: 'Report…',
        icon: <Flag aria-hidden size={18} />,
        onSelect: () => setOpen('report'),
      },
    ],
    dialogs: (
      <>
        <ConfirmBlock person={open === 'block' ? other : undefined} onClose={close} />
        <ConfirmUnblock person={open === 'unblock' ? other : undefined} onClose={close} />
        {open === 'report' && <ReportChat chat={chat} onClose={close} />}
      </>
    ),
  };
}
