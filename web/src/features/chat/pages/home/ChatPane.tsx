import { PaneFrame } from '#web/features/conversations/lists/PaneFrame.tsx';
import { ChatsList } from './ChatsList.tsx';

/* The chats beside an open chat. */
export function ChatPane() {
  return (
    <PaneFrame title="Chat">
      <ChatsList />
    </PaneFrame>
  );
}
