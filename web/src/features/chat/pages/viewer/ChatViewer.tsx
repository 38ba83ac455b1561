import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { queryLoader } from '#web/api/screen-loader.ts';
import { useViewerId } from '#web/api/viewer.ts';
import { membersGate } from '#web/gates.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { QueryContent } from '#web/shell/QueryPage.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { ChatPortrait } from '../../ChatPortrait.tsx';
import { LOG_COLUMN, OWN_MESSAGE } from '../../chat-frame.ts';
import { cannotOpenWords, ENDED_WORDS, peopleWords } from '../../chat-words.ts';
import { MutedMark } from '../../MutedMark.tsx';
import { PollingStopped } from '../../PollingStopped.tsx';
import { type Chat, ChatGate } from './ChatGate.tsx';
import { chatQueries, chatViewerQueries } from './chat-queries.ts';
import { LogSkeleton, NothingWritten } from './LogStates.tsx';
import { MessageLog } from './MessageLog.tsx';
import { lineAbove } from './message-log.ts';
import type { Person } from './PeopleList.tsx';
import { PictureComposer } from './PictureComposer.tsx';
import { useChatSearch } from './use-chat-search.ts';
import { type OpenMessages, useMessages } from './use-messages.ts';
import { useUnscrolledPage } from './use-unscrolled-page.ts';

const BlockedBar = lazyPart(async () => (await import('./BlockedBar.tsx')).BlockedBar);
const ChatMenu = lazyPart(async () => (await import('./ChatMenu.tsx')).ChatMenu);
const ChatSearch = lazyPart(async () => (await import('./ChatSearch.tsx')).ChatSearch);
const JumpStatus = lazyPart(async () => (await import('./LogPills.tsx')).JumpStatus);
const NewsPill = lazyPart(async () => (await import('./LogPills.tsx')).NewsPill);
const UnreadPill = lazyPart(async () => (await import('./LogPills.tsx')).UnreadPill);

export const loader = queryLoader(chatViewerQueries, membersGate);

/** `/chat-viewer/{chatId}`: a chat, polled while it is open. docs/product/chat.md#polling */
export function Component() {
  return (
    <ChatGate title="Chat" back={paths.chat()}>
      {(chat) => <OpenChat key={chat.id} chat={chat} />}
    </ChatGate>
  );
}

function OpenChat({ chat }: { chat: Chat }) {
  useUnscrolledPage();
  const viewerId = useViewerId();
  const people = useQuery(chatQueries(chat.id).people).data?.data ?? [];
  const search = useChatSearch();
  const messages = useMessages(chat, viewerId, search.covers);
  const other = people.find(({ id }) => id === chat.userId);
  return (
    <Page
      title={chat.name}
      back={paths.chat()}
      portrait={<ChatPortrait chat={chat} size="sm" />}
      under={<HeadLine chat={chat} username={other?.username} />}
      action={
        <ChatMenu chat={chat} username={other?.username} people={people} onSearch={search.open} />
      }
      width="thread"
      backBelow="wide"
      flush
    >
      <div className="relative flex min-h-0 flex-1 flex-col">
        {search.isOpen && (
          <ChatSearch
            search={search}
            chatId={chat.id}
            viewerId={viewerId}
            onChoose={({ number }) => {
              search.unlist();
              messages.jump.start({ number, isLine: false });
            }}
          />
        )}
        <div inert={search.covers} className="contents">
          <Log chat={chat} messages={messages} people={people} viewerId={viewerId} />
          <p className="sr-only" aria-live="polite">
            <span key={messages.spoken.nth}>{messages.spoken.words}</span>
          </p>
          <Bottom chat={chat} messages={messages} />
        </div>
      </div>
    </Page>
  );
}

type LogProps = {
  chat: Chat;
  messages: OpenMessages;
  people: readonly Person[];
  viewerId: string;
};

/** The messages, and the pills above them. */
function Log({ chat, messages, people, viewerId }: LogProps) {
  const { jump, unread } = messages;
  return (
    <div className="relative grid min-h-0 flex-1">
      {!chat.blocked && !chat.deleted && <SkipMessages />}
      <section
        ref={messages.log}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keyboard
        tabIndex={0}
        aria-label="Messages"
        className="chat-log overflow-y-auto overscroll-contain focus-visible:outline-offset-[-3px]"
      >
        <div className={`min-h-full ${LOG_COLUMN}`}>
          <QueryContent query={messages.found} skeleton={<LogSkeleton />}>
            {(room) => (
              <MessageLog
                chat={chat}
                room={room}
                pending={messages.pending}
                people={people}
                viewerId={viewerId}
                firstNew={lineAbove(messages.news)}
                jump={jump}
              />
            )}
          </QueryContent>
          {messages.isEmpty && <NothingWritten chat={chat} />}
          {messages.stopped && (
            <PollingStopped
              words="We couldn’t look for new messages. What is here may be out of date."
              onResume={messages.resume}
            />
          )}
        </div>
      </section>
      {unread && !jump.state && (
        <UnreadPill
          count={unread.count}
          onPress={() => jump.start({ number: unread.first, isLine: unread.first > 1 })}
        />
      )}
      {(jump.state === 'reading' || jump.state === 'failed') && (
        <JumpStatus jump={jump} onCancel={messages.cancelJump} />
      )}
      {messages.unseen > 0 && <NewsPill count={messages.unseen} onPress={messages.toNews} />}
    </div>
  );
}

/** Each message has a button for its actions: the keyboard gets past all of them at once. */
function SkipMessages() {
  return (
    <button
      type="button"
      onClick={() => document.getElementById(OWN_MESSAGE)?.focus()}
      className="sr-only rounded-card bg-ink font-semibold text-paper focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-10 focus:px-4 focus:py-3"
    >
      Skip to your message
    </button>
  );
}

/** The composer, or why nothing can be written. */
function Bottom({ chat, messages }: Pick<LogProps, 'chat' | 'messages'>) {
  if (chat.blocked) return <BlockedBar chat={chat} />;
  if (chat.deleted)
    return (
      <p className="action-bar safe-bottom border-rule border-t bg-card px-5 pt-3.5 text-center text-soft">
        {ENDED_WORDS}
      </p>
    );
  return (
    <>
      <CannotOpen chat={chat} />
      <PictureComposer chatId={chat.id} onSend={messages.send} onPictureSent={messages.wrote} />
    </>
  );
}

/** Says above the composer that somebody cannot read what is written now. */
function CannotOpen({ chat }: { chat: Chat }) {
  const words = cannotOpenWords(chat);
  if (words === undefined) return null;
  return (
    <p className="border-rule border-t bg-tint px-5 py-2 text-center text-[0.875rem] text-soft">
      {words}
    </p>
  );
}

type HeadLineProps = { chat: Chat; username: string | undefined };

function HeadLine({ chat, username }: HeadLineProps) {
  return (
    <span className="flex max-w-full items-center gap-1.5 text-[0.8125rem] text-soft">
      {chat.direct ? (
        <span className="truncate">{username === undefined ? ' ' : `@${username}`}</span>
      ) : (
        <Link to={paths.chatGroup(chat.id)} className="hit-area">
          {peopleWords(chat.memberCount)}
        </Link>
      )}
      {chat.muted && <MutedMark />}
    </span>
  );
}
