import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { MessageSquarePlus } from 'lucide-react';
import { Link } from 'react-router';
import { useNow } from '#web/api/use-now.ts';
import { Invitations } from '#web/features/contacts/Invitations.tsx';
import { useInvitationsKnown } from '#web/features/contacts/use-invitations.ts';
import { paths } from '#web/paths.ts';
import { PagedList, type PagedQuery } from '#web/shell/PagedList.tsx';
import { QueryContent, together } from '#web/shell/QueryPage.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { RowsSkeleton } from '#web/ui/Skeletons.tsx';
import { PollingStopped } from '../../PollingStopped.tsx';
import { ChatRow } from './ChatRow.tsx';
import { type Chat, chatsOf } from './chat-list.ts';
import { chatHomeQueries } from './chats-queries.ts';
import { RecentContacts, type TopContacts } from './RecentContacts.tsx';
import { useChatListPolling } from './use-chat-list-polling.ts';

/* The recent contacts, the invitations and the chats: a screen, or the pane beside an open chat. */
export function ChatsList() {
  const asked = chatHomeQueries();
  const top = useQuery(asked.top);
  const list = useInfiniteQuery({
    ...asked.list,
    select: ({ pages }) => ({ pages: [{ data: chatsOf(pages) }] }),
    // The poller refetches on focus.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const { stopped, resume } = useChatListPolling(list.data !== undefined);
  const lists = together(top, list);
  const known = useInvitationsKnown() ? lists.data : undefined;
  return (
    <div className="grid gap-6">
      {(known || lists.error) && <Invitations />}
      <QueryContent query={{ ...lists, data: known }} skeleton={<RowsSkeleton />}>
        {([contacts]) => (
          <>
            <Chats contacts={contacts} list={list} />
            {stopped && (
              <PollingStopped
                words="We couldn’t look for new messages. This list may be out of date."
                onResume={resume}
              />
            )}
          </>
        )}
      </QueryContent>
    </div>
  );
}

function Chats({ contacts, list }: { contacts: TopContacts; list: PagedQuery<Chat> }) {
  const mayGroup = contacts.pageTotal > 0;
  const hasChats = list.data?.pages.some(({ data }) => data.length > 0);
  return (
    <>
      {mayGroup ? <RecentContacts top={contacts} /> : <NoContacts />}
      {(mayGroup || hasChats) && <ActiveChats list={list} mayGroup={mayGroup} />}
    </>
  );
}

type ActiveChatsProps = {
  list: PagedQuery<Chat>;
  /** Whether the user has contacts to make a group with. */
  mayGroup: boolean;
};

function ActiveChats({ list, mayGroup }: ActiveChatsProps) {
  const now = useNow();
  return (
    <section aria-labelledby="active-chats">
      <div className="flex min-h-11 items-center justify-between gap-x-4">
        <h2 id="active-chats" className="font-serif text-xl">
          Active Chats
        </h2>
        {mayGroup && (
          <IconButton
            label="Create Chat Group"
            className="-mr-2.5"
            icon={<MessageSquarePlus aria-hidden size={22} />}
            render={<Link to={paths.createGroupChat()} />}
          />
        )}
      </div>
      <PagedList
        label="Active Chats"
        list={list}
        keyOf={({ id }) => id}
        older="Load older chats"
        empty={<p className="py-4 text-soft">No chats yet. Choose a contact above to write to.</p>}
      >
        {(chat) => <ChatRow chat={chat} now={now} />}
      </PagedList>
    </section>
  );
}

function NoContacts() {
  return (
    <EmptyState
      drawing="people"
      title="Chat is for your contacts"
      action={
        <Button size="md" render={<Link to={paths.userSearch()} />}>
          Go to Search
        </Button>
      }
    >
      You have no contacts yet. Find someone, open their profile and invite them to chat. Once they
      accept, you write to each other here for free.
    </EmptyState>
  );
}
