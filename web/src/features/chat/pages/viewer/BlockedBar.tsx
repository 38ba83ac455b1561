import { useState } from 'react';
import { Button } from '../../../../ui/Button.tsx';
import { ConfirmUnblock } from '../../../contacts/ConfirmBlock.tsx';
import { firstName } from '../../../conversations/conversation.ts';
import type { Chat } from './ChatGate.tsx';

/* In place of the composer, for somebody who blocked the other person. */
export function BlockedBar({ chat }: { chat: Chat }) {
  const [isOpen, setIsOpen] = useState(false);
  const person = isOpen && chat.userId ? { userId: chat.userId, fullName: chat.name } : undefined;
  return (
    <div className="action-bar safe-bottom flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border-rule border-t bg-card px-5 pt-3.5 text-soft">
      <p>You blocked {firstName(chat.name)}.</p>
      <Button size="md" variant="quiet" onClick={() => setIsOpen(true)}>
        Unblock
      </Button>
      <ConfirmUnblock
        person={person}
        onClose={() => setIsOpen(false)}
        returnFocus={() => document.getElementById('page')}
      />
    </div>
  );
}
