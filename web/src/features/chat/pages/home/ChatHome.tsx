import { queryLoader } from '../../../../api/screen-loader.ts';
import { membersGate } from '../../../../gates.ts';
import { paths } from '../../../../paths.ts';
import { Page } from '../../../../shell/Page.tsx';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import { useListPane } from '../../../conversations/lists/list-pane.ts';
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
