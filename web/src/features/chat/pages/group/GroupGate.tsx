import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useViewerId } from '#web/api/viewer.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ChatNotFound } from '../../ChatNotFound.tsx';
import { type Chat, ChatGate, type ChatGateProps } from '../viewer/ChatGate.tsx';

/* Loads the group of this address. A direct chat is shown as not found, because it has none of these screens. */
export function GroupGate({ children, ...page }: ChatGateProps) {
  return (
    <ChatGate {...page}>{(chat) => (chat.direct ? <ChatNotFound /> : children(chat))}</ChatGate>
  );
}

/* Loads the group of this address for its owner. */
export function OwnerGate({ children, ...page }: ChatGateProps) {
  const viewerId = useViewerId();
  const forOwner = (chat: Chat): ReactNode =>
    chat.ownerId === viewerId ? children(chat) : <NotTheOwner chat={chat} title={page.title} />;
  return <GroupGate {...page}>{forOwner}</GroupGate>;
}

function NotTheOwner({ chat, title }: { chat: Chat; title: string }) {
  const back = paths.chatGroup(chat.id);
  return (
    <Page title={title} back={back}>
      <EmptyState
        drawing="people"
        title="Only the owner can change a group"
        action={<Button render={<Link to={back} />}>Group info</Button>}
      >
        The group shows who owns it.
      </EmptyState>
    </Page>
  );
}
