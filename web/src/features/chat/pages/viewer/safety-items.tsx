import { Ban, Flag } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import type { MenuItem } from '../../../../ui/Menu.tsx';
import { firstName } from '../../../conversations/conversation.ts';
import type { Chat } from './ChatGate.tsx';

const ConfirmBlock = lazyPart(
  async () => (await import('../../../contacts/ConfirmBlock.tsx')).ConfirmBlock,
);
const ConfirmUnblock = lazyPart(
  async () => (await import('../../../contacts/ConfirmBlock.tsx')).ConfirmUnblock,
);
const ReportChat = lazyPart(async () => (await import('./ReportChat.tsx')).ReportChat);

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
        {open === 'block' && <ConfirmBlock person={other} onClose={close} />}
        {open === 'unblock' && <ConfirmUnblock person={other} onClose={close} />}
        {open === 'report' && <ReportChat chat={chat} onClose={close} />}
      </>
    ),
  };
}
