import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { serverNow } from '../../../../api/clock.ts';
import { queryLoader } from '../../../../api/screen-loader.ts';
import { useViewerId } from '../../../../api/viewer.ts';
import { membersGate } from '../../../../gates.ts';
import { paths } from '../../../../paths.ts';
import { Page } from '../../../../shell/Page.tsx';
import { QueryContent } from '../../../../shell/QueryPage.tsx';
import { ChatPortrait } from '../../ChatPortrait.tsx';
import {
  type Outgoing,
  sendChatMessage,
  sendOutbox,
  useOutbox,
  wasAnswered,
} from '../../outbox.ts';
import { PollingStopped } from '../../PollingStopped.tsx';
import type { ChatMessage, Room } from '../../room.ts';
import { markShown } from '../../room-query.ts';
import { BlockedBar } from './BlockedBar.tsx';
import { type Chat, ChatGate } from './ChatGate.tsx';
import { ChatMenu } from './ChatMenu.tsx';
import { Composer } from './Composer.tsx';
import { chatQueries, chatViewerQueries } from './chat-queries.ts';
import { ENDED_WORDS, newsWords, peopleWords } from './chat-words.ts';
import { LogSkeleton, NewsPill, NothingWritten } from './LogStates.tsx';
import { MessageLog } from './MessageLog.tsx';
import { firstNewOf, openingOf } from './message-log.ts';
import { People } from './People.tsx';
import { pendingToShow } from './pending-messages.ts';
import { useReadPosition } from './use-read-position.ts';
import { useRoomPolling } from './use-room-polling.ts';
import { useSteadyScroll } from './use-steady-scroll.ts';
import { useVisibleHeight } from './use-visible-height.ts';

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
  useVisibleHeight();
  const viewerId = useViewerId();
  const people = useQuery(chatQueries(chat.id).people).data?.data ?? [];
  const [showsPeople, setShowsPeople] = useState(false);
  const messages = useMessages(chat, viewerId);
  const other = people.find(({ id }) => id === chat.userId);
  return (
    <Page
      title={chat.name}
      back={paths.chat()}
      face={<ChatPortrait chat={chat} size="sm" />}
      under={
        <HeadLine chat={chat} username={other?.username} onPeople={() => setShowsPeople(true)} />
      }
      action={
        <ChatMenu chat={chat} username={other?.username} onPeople={() => setShowsPeople(true)} />
      }
      flush
    >
      <div className="relative grid min-h-0 flex-1">
        <section
          ref={messages.log}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keyboard
          tabIndex={0}
          aria-label="Messages"
          className="chat-log overflow-y-auto overscroll-contain focus-visible:outline-offset-[-3px]"
        >
          <div className="flex min-h-full flex-col justify-end px-4 pt-5.5 pb-1.5">
            <QueryContent query={messages.found} skeleton={<LogSkeleton />}>
              {(room) => (
                <MessageLog
                  chat={chat}
                  room={room}
                  pending={messages.pending}
                  people={people}
                  viewerId={viewerId}
                  firstNew={messages.firstNew}
                />
              )}
            </QueryContent>
            {messages.isEmpty && <NothingWritten chat={chat} />}
            {messages.stopped && (
              <PollingStopped
                words="We could not look for new messages. What is here may be out of date."
                onResume={messages.resume}
              />
            )}
          </div>
        </section>
        {messages.unseen > 0 && <NewsPill count={messages.unseen} onPress={messages.toNews} />}
      </div>
      <p className="sr-only" aria-live="polite">
        <span key={messages.displayAddress.at}>{messages.displayAddress.words}</span>
      </p>
      {chat.blocked ? (
        <BlockedBar chat={chat} />
      ) : chat.deleted ? (
        <p className="action-bar safe-bottom border-rule border-t bg-card px-5 pt-3.5 text-center text-soft">
          {ENDED_WORDS}
        </p>
      ) : (
        <Composer chatId={chat.id} onSend={messages.send} />
      )}
      <People
        people={people}
        viewerId={viewerId}
        open={showsPeople}
        onOpenChange={setShowsPeople}
      />
    </Page>
  );
}

/** The messages of an open chat, kept up to date, and the reader's position. */
function useMessages(chat: Chat, viewerId: string) {
  const log = useRef<HTMLElement>(null);
  const found = useQuery(chatQueries(chat.id).room);
  const room = found.data;
  const [wasShown] = useState(room?.wasShown === true);
  const firstNew = useFirstNew(room, viewerId);
  const [unseen, setUnseen] = useState(0);
  const [displayAddress, setSpoken] = useState({ words: '', at: 0 });
  /** The number of the newest message that was in view; scrolling up does not lower it. */
  const [seen, setSeen] = useState(0);
  const atEnd = useRef(true);
  const { toEnd } = useSteadyScroll(log, {
    onPlace: (isAtEnd, newest) => {
      atEnd.current = isAtEnd;
      if (isAtEnd) setUnseen(0);
      setSeen((before) => Math.max(before, newest));
    },
  });
  const hear = (news: readonly ChatMessage[]) => {
    const others = news.filter(({ userId }) => userId !== viewerId);
    // One of the viewer's own messages was not in the list: its response was lost, and sending it again gets it.
    if (others.length < news.length) void sendOutbox();
    if (others.length === 0) return;
    setSpoken(({ at }) => ({ words: newsWords(others), at: at + 1 }));
    if (!atEnd.current) setUnseen((count) => count + others.length);
  };
  const polling = useRoomPolling(chat.id, {
    ready: room !== undefined,
    old: wasShown,
    onNews: hear,
  });
  useReadPosition(viewerId, room, seen);
  const outbox = useOutbox(chat.id, viewerId);
  useEffect(() => void sendOutbox(), []);
  useEffect(() => () => markShown(chat.id), [chat.id]);
  const pending = pendingOf(room?.messages, viewerId, outbox);
  return {
    log,
    found,
    firstNew,
    pending,
    isEmpty: room?.messages.length === 0 && pending.length === 0,
    unseen,
    displayAddress,
    toNews: () => {
      // The pressed button disappears, so the focus moves to the log.
      log.current?.focus({ preventScroll: true });
      toEnd();
    },
    stopped: polling.stopped,
    resume: polling.resume,
    send: (html: string) => {
      sendChatMessage(chat.id, viewerId, html);
      polling.wrote();
      toEnd();
    },
  };
}

/** The unsent messages to show. */
function pendingOf(
  messages: Room['messages'] | undefined,
  viewerId: string,
  outbox: readonly Outgoing[],
): readonly Outgoing[] {
  if (outbox.length === 0) return outbox;
  const unanswered = messages?.filter(({ id, userId }) => userId === viewerId && !wasAnswered(id));
  return pendingToShow(outbox, unanswered ?? []);
}

/** The first new message when the chat was opened; stays the same while the chat is read. */
function useFirstNew(room: Room | undefined, viewerId: string): number | undefined {
  const openingNow = () => room && openingOf(room, viewerId, serverNow());
  const [opening, setOpening] = useState(openingNow);
  if (room && !opening) setOpening(openingNow());
  return room && opening ? firstNewOf(room.messages, viewerId, opening) : undefined;
}

type HeadLineProps = { chat: Chat; username: string | undefined; onPeople: () => void };

function HeadLine({ chat, username, onPeople }: HeadLineProps) {
  if (!chat.direct) {
    return (
      <button type="button" onClick={onPeople} className="hit-area text-[0.8125rem] text-soft">
        {peopleWords(chat.memberCount)}
      </button>
    );
  }
  return (
    <span className="max-w-full truncate text-[0.8125rem] text-soft">
      {username === undefined ? ' ' : `@${username}`}
    </span>
  );
}
