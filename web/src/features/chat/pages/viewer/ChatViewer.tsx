import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { serverNow } from '../../../../api/clock.ts';
import { queryLoader } from '../../../../api/screen-loader.ts';
import { useViewerId } from '../../../../api/viewer.ts';
import { membersGate } from '../../../../gates.ts';
import { paths } from '../../../../paths.ts';
import { Page } from '../../../../shell/Page.tsx';
import { QueryContent } from '../../../../shell/QueryPage.tsx';
import { ChatPortrait } from '../../ChatPortrait.tsx';
import { MutedMark } from '../../MutedMark.tsx';
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
import { ChatSearch } from './ChatSearch.tsx';
import { chatQueries, chatViewerQueries } from './chat-queries.ts';
import { ENDED_WORDS, newsWords, peopleWords } from './chat-words.ts';
import { JumpStatus, LogSkeleton, NewsPill, NothingWritten, UnreadPill } from './LogStates.tsx';
import { MessageLog } from './MessageLog.tsx';
import {
  type LineState,
  lineAbove,
  lineStateIn,
  type NewMessages,
  newMessagesOf,
  openingOf,
} from './message-log.ts';
import { PictureComposer } from './PictureComposer.tsx';
import { pendingToShow } from './pending-messages.ts';
import { useChatSearch } from './use-chat-search.ts';
import { useJump } from './use-jump.ts';
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
  const search = useChatSearch();
  const messages = useMessages(chat, viewerId, search.covers);
  const { jump, unread } = messages;
  const other = people.find(({ id }) => id === chat.userId);
  return (
    <Page
      title={chat.name}
      back={paths.chat()}
      face={<ChatPortrait chat={chat} size="sm" />}
      under={<HeadLine chat={chat} username={other?.username} />}
      action={
        <ChatMenu chat={chat} username={other?.username} people={people} onSearch={search.open} />
      }
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
              jump.start({ number, isLine: false });
            }}
          />
        )}
        <div inert={search.covers} className="contents">
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
                      firstNew={lineAbove(messages.news)}
                      jump={jump}
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
            <PictureComposer
              chatId={chat.id}
              onSend={messages.send}
              onPictureSent={messages.wrote}
            />
          )}
        </div>
      </div>
    </Page>
  );
}

/** The messages of an open chat, kept up to date, and the reader's position. `covered`: nobody sees them now. */
function useMessages(chat: Chat, viewerId: string, covered: boolean) {
  const log = useRef<HTMLElement>(null);
  const found = useQuery(chatQueries(chat.id).room);
  const room = found.data;
  const [wasShown] = useState(room?.wasShown === true);
  const news = useNewMessages(room, viewerId);
  const [displayAddress, setSpoken] = useState({ words: '', at: 0 });
  const { unseen, addUnseen, seen, lineState, toEnd, toElement } = useReading(log, news);
  // The line is higher up, with the new messages below it; a found message is in the middle.
  const jump = useJump(chat.id, (element, { isLine }) => toElement(element, isLine ? 0.2 : 0.5));
  const hear = (news: readonly ChatMessage[]) => {
    const others = news.filter(({ userId }) => userId !== viewerId);
    // One of the viewer's own messages was not in the list: its response was lost, and sending it again gets it.
    if (others.length < news.length) void sendOutbox();
    if (others.length === 0) return;
    setSpoken(({ at }) => ({ words: newsWords(others, viewerId), at: at + 1 }));
    addUnseen(others.length);
  };
  const polling = useRoomPolling(chat.id, {
    ready: room !== undefined,
    old: wasShown,
    onNews: hear,
  });
  useReadPosition(viewerId, room, covered ? 0 : seen);
  const outbox = useOutbox(chat.id, viewerId);
  useEffect(() => void sendOutbox(), []);
  useEffect(() => () => markShown(chat.id), [chat.id]);
  const wrote = () => {
    polling.wrote();
    toEnd();
  };
  const pending = pendingOf(room?.messages, viewerId, outbox);
  return {
    log,
    found,
    news,
    /** The new messages, while the first of them is above the screen and was not on it. */
    unread: lineState === 'above' ? news : undefined,
    jump,
    cancelJump: () => {
      // The pressed button disappears.
      log.current?.focus({ preventScroll: true });
      jump.cancel();
    },
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
      wrote();
    },
    wrote,
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

/** What the reader of the log has seen. `news`: the messages that were new when the chat was opened. */
function useReading(log: RefObject<HTMLElement | null>, news: NewMessages | undefined) {
  /** How many messages arrived below the screen. */
  const [unseen, setUnseen] = useState(0);
  /** The number of the newest message that was in view; scrolling up does not lower it. */
  const [seen, setSeen] = useState(0);
  const [lineState, setLineState] = useState<LineState>();
  const atEnd = useRef(true);
  const { toEnd, toElement } = useSteadyScroll(log, {
    onPlace: (view) => {
      atEnd.current = view.atEnd;
      if (view.atEnd) setUnseen(0);
      setSeen((before) => Math.max(before, view.newest ?? 0));
      setLineState((before) => (before === 'seen' ? before : lineStateIn(view, news)));
    },
  });
  const addUnseen = (count: number) => {
    if (!atEnd.current) setUnseen((before) => before + count);
  };
  return { unseen, addUnseen, seen, lineState, toEnd, toElement };
}

/** The new messages when the chat was opened; they stay the same while the chat is read. */
function useNewMessages(room: Room | undefined, viewerId: string): NewMessages | undefined {
  const openingNow = () => room && openingOf(room, viewerId, serverNow());
  const [opening, setOpening] = useState(openingNow);
  if (room && !opening) setOpening(openingNow());
  return room && opening ? newMessagesOf(room.messages, viewerId, opening) : undefined;
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
