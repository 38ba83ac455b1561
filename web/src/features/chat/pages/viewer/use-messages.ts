import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { serverNow } from '#web/api/clock.ts';
import {
  type Outgoing,
  sendChatMessage,
  sendOutbox,
  useOutbox,
  wasAnswered,
} from '../../outbox.ts';
import type { ChatMessage, Room } from '../../room.ts';
import { markShown } from '../../room-query.ts';
import type { Chat } from './ChatGate.tsx';
import { chatQueries } from './chat-queries.ts';
import {
  type LineState,
  lineStateIn,
  type NewMessages,
  newMessagesOf,
  openingOf,
} from './message-log.ts';
import { newsWords } from './message-words.ts';
import { pendingToShow } from './pending-messages.ts';
import { useJump } from './use-jump.ts';
import { useReadPosition } from './use-read-position.ts';
import { useRoomPolling } from './use-room-polling.ts';
import { useSteadyScroll } from './use-steady-scroll.ts';

export type OpenMessages = ReturnType<typeof useMessages>;

/** The messages of an open chat, kept up to date, and the reader's position. `covered`: search results hide the messages. */
export function useMessages(chat: Chat, viewerId: string, covered: boolean) {
  const log = useRef<HTMLElement>(null);
  const found = useQuery(chatQueries(chat.id).room);
  const room = found.data;
  const news = useNewMessages(room, viewerId);
  const { unseen, addUnseen, seen, lineState, toEnd, toElement } = useReading(log, news);
  // The line is higher up, with the new messages below it; a found message is in the middle.
  const jump = useJump(chat.id, (element, { isLine }) => toElement(element, isLine ? 0.2 : 0.5));
  const { polling, spoken } = useArrivals(chat.id, viewerId, room, addUnseen);
  useReadPosition(viewerId, room, covered ? 0 : seen);
  const pending = usePending(chat.id, viewerId, room);
  useEffect(() => () => markShown(chat.id), [chat.id]);
  // A pressed button that disappears gives the focus to the log.
  const focusLog = () => log.current?.focus({ preventScroll: true });
  const wrote = () => {
    polling.wrote();
    toEnd();
  };
  return {
    log,
    found,
    news,
    /** The new messages, while the first of them is above the screen and was not on it. */
    unread: lineState === 'above' ? news : undefined,
    jump,
    cancelJump: () => {
      focusLog();
      jump.cancel();
    },
    pending,
    isEmpty: room?.messages.length === 0 && pending.length === 0,
    unseen,
    spoken,
    toNews: () => {
      focusLog();
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

/** Polls for new messages. `spoken`: their announcement for screen readers; `nth` distinguishes two equal texts. */
function useArrivals(
  chatId: string,
  viewerId: string,
  room: Room | undefined,
  addUnseen: (count: number) => void,
) {
  const [wasShown] = useState(room?.wasShown === true);
  const [spoken, setSpoken] = useState({ words: '', nth: 0 });
  const onNews = (news: readonly ChatMessage[]) => {
    const others = news.filter(({ userId }) => userId !== viewerId);
    // A message by the viewer was unknown here: its response was lost, and sending it again gets the response.
    if (others.length < news.length) void sendOutbox();
    if (others.length === 0) return;
    setSpoken(({ nth }) => ({ words: newsWords(others, viewerId), nth: nth + 1 }));
    addUnseen(others.length);
  };
  const polling = useRoomPolling(chatId, { ready: room !== undefined, old: wasShown, onNews });
  return { polling, spoken };
}

/** The unsent messages to show. Those that were left from an earlier visit are sent again. */
function usePending(chatId: string, viewerId: string, room: Room | undefined): readonly Outgoing[] {
  const outbox = useOutbox(chatId, viewerId);
  useEffect(() => void sendOutbox(), []);
  if (outbox.length === 0) return outbox;
  const unanswered = room?.messages.filter(
    ({ id, userId }) => userId === viewerId && !wasAnswered(id),
  );
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
