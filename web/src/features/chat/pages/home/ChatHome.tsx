import { queryLoader } from '#web/api/screen-loader.ts';
import { useListPane } from '#web/features/conversations/lists/list-pane.ts';
import { membersGate } from '#web/gates.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ChatsList } from './ChatsList.tsx';
import { chatHomeQueries } from './chats-queries.ts';

export const loader = queryLoader(chatHomeQueries, membersGate);

/* `/chat`: the chats. On a wide screen they are in the pane beside it. docs/product/chat.md#chat-home */
export function Component() {
  if (useListPane() === 'chat')
    return (
      <Page title="Chat" heading="hidden">
        <EmptyState drawing="people" title="Choose a chat">
          It opens here, and the list stays beside it.
        </EmptyState>
      </Page>
    );
  return (
    <Page title="Chat" back={paths.dashboard()}>
      <ChatsList />
    </Page>
  );
}
