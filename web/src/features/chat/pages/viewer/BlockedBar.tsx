import { UnblockButton } from '#web/features/contacts/UnblockButton.tsx';
import { firstName } from '#web/features/conversations/conversation.ts';
import type { Chat } from './ChatGate.tsx';

/* In place of the composer, for somebody who blocked the other person. */
export function BlockedBar({ chat: { userId, name: fullName } }: { chat: Chat }) {
  return (
    <div className="action-bar safe-bottom flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border-rule border-t bg-card px-5 pt-3.5 text-soft">
      <p>You blocked {firstName(fullName)}.</p>
      {userId !== null && <UnblockButton size="md" person={{ userId, fullName }} />}
    </div>
  );
}
